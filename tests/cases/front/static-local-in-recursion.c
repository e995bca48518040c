// One static for all activations; automatics are one per activation.
static int depth(int n) {
    static int live, peak;
    int mine = ++live;
    if (live > peak) peak = live;
    if (n > 0) depth(n - 1);
    if (mine != live) return -1;
    live--;
    return n == 0 ? mine : peak;
}
int main(void) {
    if (depth(5) != 6) return 1;
    if (depth(2) != 6) return 2;
    if (depth(0) != 1) return 3;
    return 0;
}
