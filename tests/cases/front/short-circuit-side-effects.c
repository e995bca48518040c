static int log_;
static int t(int k, int v) { log_ = log_ * 10 + k; return v; }
static int clear(void) { int l = log_; log_ = 0; return l; }
int main(void) {
    if (!(t(1, 5) && t(2, 6)) || clear() != 12) return 1;
    if ((t(1, 0) && t(2, 1)) != 0 || clear() != 1) return 2;
    if ((t(1, 9) || t(2, 1)) != 1 || clear() != 1) return 3;
    if (t(1, 0) || t(2, 1) && t(3, 0) || t(4, 4)) ; else return 4;
    if (clear() != 1234) return 5;
    int i = 0;
    int r = i++ || i++ || i++;
    if (r != 1 || i != 2) return 6;
    (void)(i && t(5, 0));
    if (clear() != 5) return 7;
    int *p = 0;
    if (p && *p) return 8;
    return sizeof(1 && 1LL) == sizeof(int) && (0.5 && "x") == 1 ? 0 : 9;
}
