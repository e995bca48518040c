static int run(int i) {
    static const int off[] = { &&a - &&a, &&b - &&a, &&c - &&a };
    goto *(&&a + off[i]);
a: return 10;
b: return 20;
c: return 30;
}
int main(void) { return run(0) + run(1) * 2 + run(2) * 3 == 140 ? 0 : 1; }
