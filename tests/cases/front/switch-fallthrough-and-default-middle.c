static int f(int x) {
    int r = 0;
    switch (x) {
    case 1: r += 1;
    default: r += 10;
    case 2: r += 100; break;
    case 3: case 4: r = 7;
    }
    return r;
}
int main(void) {
    if (f(1) != 111 || f(2) != 100 || f(3) != 7 || f(4) != 7 || f(9) != 110) return 1;
    return 0;
}
