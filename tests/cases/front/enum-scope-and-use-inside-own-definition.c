enum { X = 1, Y = X + 1, Z = Y << 3 };
int main(void) {
    int a[Z] = { 0 };
    if (sizeof a / sizeof *a != 16) return 1;
    {
        enum { X = X + 10, W };
        if (X != 11 || W != 12) return 2;
    }
    if (X != 1) return 3;
    int X = 5;
    if (X + Y != 7) return 4;
    if (sizeof(enum { Q = 7 }) != 4 || Q != 7) return 5;
    return 0;
}
