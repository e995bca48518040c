#define P5(x) (((((x)))))
#define P25(x) P5(P5(P5(P5(P5(x)))))
#define N4(x) - -~~!!x
int main(void) {
    int x = 3, n = 0;
    if (P25(P25(x)) != 3) return 1;
    if (N4(x) != 1) return 2;
    {{{{{{{{{{ int x = 5; {{{{{{{{{{ int y = x; n = y; }}}}}}}}}} }}}}}}}}}}
    if (n != 5) return 3;
    if (x) if (x) if (x) if (x) if (x) if (x) if (x) if (x) n = 6; else n = 7; else n = 8;
    int ****************p = 0;
    if (p) return 4;
    int a[1][1][1][1][1][1][1][1] = { { { { { { { { 9 } } } } } } } };
    return ********a == 9 && n == 6 && x + (x - (x + (x - (x + (x - x))))) == 3 ? 0 : 5;
}
