//@ data-model: lp64
int main(void) {
    float f = 0.1f;
    double d = 0.1;
    if (f == d) return 1;
    if ((float)d != f) return 2;
    if (f != 0.1f) return 3;
    float big = 16777216.0f;
    if (big + 1.0f != big) return 4;
    if (big + 1.0 == big) return 5;
    if (f * 3.0f == 0.3) return 6;
    if (_Generic(f * f, float: 1, default: 0) != 1) return 7;
    if (_Generic(f * 1, float: 1, default: 0) != 1) return 8;
    if (1e308 * 10 != __builtin_inf()) return 9;
    return 0.1 + 0.2 == 0.3 ? 10 : 0;
}
