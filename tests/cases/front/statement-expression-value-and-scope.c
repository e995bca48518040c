#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
int main(void) {
    int i = 3, j = 5;
    if (MAX(i++, j++) != 5 || i != 4 || j != 6) return 1;
    int v = ({ int t = i; t *= 2; t + 1; });
    if (v != 9) return 2;
    if (MAX(MAX(1, 2), MAX(4, 3)) != 4) return 3;
    ({ i = 0; });
    if (i) return 4;
    char a[4];
    if (sizeof ({ a; }) != sizeof(char *)) return 5;
    if (sizeof ({ (char)1; }) != 1) return 6;
    int n = 0;
    for (int k = 0; ({ n++; k < 3; }); k++)
        ;
    return n == 4 ? 0 : 7;
}
