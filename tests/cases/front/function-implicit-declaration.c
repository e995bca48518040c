//@ flags: -std=gnu89
int main(void) {
    if (later(3) != 6) return 1;
    { int later = 4; if (later != 4) return 2; }
    return later(4) == 8 ? 0 : 3;
}
int later(int x) { return 2 * x; }
