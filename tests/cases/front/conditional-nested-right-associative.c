static int grade(int x) {
    return x > 90 ? 1 : x > 80 ? 2 : x > 70 ? 3 : 4;
}
int main(void) {
    if (grade(95) != 1 || grade(85) != 2 || grade(75) != 3 || grade(1) != 4) return 1;
    int a = 1, b = 0, x = 0, y = 0;
    int r = a ? b ? 10 : 20 : 30;
    if (r != 20) return 2;
    a ? x = 5 : (y = 6);
    if (x != 5 || y != 0) return 3;
    r = a ? x++, y : 7;
    if (r != 0 || x != 6) return 4;
    r = a || b ? 8 : 9;
    if (r != 8) return 5;
    return 0;
}
