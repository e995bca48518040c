static int find(const int *a, int n, int k) {
    for (int i = 0; i < n; i++)
        if (({ if (a[i] < 0) return -2; a[i] == k; })) return i;
    return -1;
}
struct p { int x, y; };
int main(void) {
    int a[] = { 5, 6, -1, 7 };
    if (find(a, 4, 6) != 1 || find(a, 4, 7) != -2 || find(a, 2, 9) != -1) return 1;
    int n = 0;
    for (int i = 0; i < 10; i++) n += ({ if (i == 2) continue; if (i == 5) break; i; });
    if (n != 8) return 2;
    int s = ({ int t = 0; for (int i = 1; i <= 4; i++) t += i; t; });
    if (s != 10) return 3;
    if (({ struct p q = { 3, 4 }; q; }).y != 4) return 4;
    return 0;
}
