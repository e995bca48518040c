static int f(int x) {
    switch (x) {
        int t;
    case 1: t = 5; return t;
    case 2: { int t = 6; return t; }
    case 3:;
        int u = 7;
        return u;
    }
    switch (x) case 4: return 8;
    switch (x) { }
    switch (x) default: x = 50;
    switch (x) { case 50: ; }
    if (x == 50) switch (x) { case 1: return 0; } else return 1;
    return 9;
}
int main(void) {
    return f(1) == 5 && f(2) == 6 && f(3) == 7 && f(4) == 8 && f(6) == 9 ? 0 : 1;
}
