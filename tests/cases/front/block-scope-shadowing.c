int x = 1;
static int get(void) { return x; }
int main(void) {
    if (x != 1) return 1;
    int x = 2;
    {
        if (x != 2) return 2;
        int x = 3;
        if (x != 3 || get() != 1) return 3;
        {
            extern int x;
            if (x != 1) return 4;
            x = 10;
        }
        if (x != 3) return 5;
    }
    if (x != 2 || get() != 10) return 6;
    if (sizeof(x)) { char x = 1; if (sizeof x != 1) return 7; }
    return 0;
}
