static int odd(unsigned);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int ack(int m, int n) {
    return !m ? n + 1 : !n ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    if (!even(10) || odd(10)) return 1;
    if (ack(2, 3) != 9) return 2;
    if (fib(12) != 144) return 3;
    return 0;
}
