static int counter = 5;
int main(void) {
    extern int shared;
    extern int twice(int);
    int counter_copy;
    {
        extern int counter;
        counter_copy = counter;
    }
    if (counter_copy != 5) return 1;
    if (shared != 7) return 2;
    shared = 9;
    if (twice(shared) != 18) return 3;
    return 0;
}
int shared = 7;
int twice(int x) { return x * 2; }
