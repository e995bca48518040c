int main(void) {
    int x = 4, t = 1;
    const char *cc = "k";
    void *v = &x;
    if (_Generic(t ? &x : 0, int *: 1, default: 0) != 1) return 1;
    if (_Generic(t ? (void *)0 : &x, int *: 1, default: 0) != 1) return 2;
    if (_Generic(t ? v : &x, void *: 1, default: 0) != 1) return 3;
    if (_Generic(t ? cc : v, const void *: 1, default: 0) != 1) return 4;
    if (_Generic(t ? (const int *)&x : &x, const int *: 1, default: 0) != 1) return 5;
    if (*(t ? &x : 0) != 4) return 6;
    if ((t ? 0 : &x) != 0) return 7;
    return 0;
}
