int main(void) {
    float f = 0.5f;
    double d = -1.0;
    long double e = 1.25L;
    if (f++ != 0.5f || f != 1.5f) return 1;
    if (--f != 0.5f) return 2;
    if (++d != 0.0 || d++ != 0.0 || d != 1.0) return 3;
    if (e-- != 1.25L || e != 0.25L) return 4;
    if (sizeof(f++) != sizeof(float)) return 5;
    if (f != 0.5f) return 6;
    return 0;
}
