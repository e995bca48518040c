static float avg(float a, float b) { return (a + b) / 2; }
static double mix(int i, float f, double d, char c, long double l) { return i + f + d + c + l; }
static float many(float a, float b, float c, float d, float e, float f, float g, float h, float i, float j) {
    return a - b + c - d + e - f + g - h + i - j;
}
int main(void) {
    if (avg(1, 2) != 1.5f || avg(1.5, 2.5) != 2.0f) return 1;
    if (mix(1, 0.5f, 0.25, 2, 4.0L) != 7.75) return 2;
    if (many(10, 9, 8, 7, 6, 5, 4, 3, 2, 1) != 5) return 3;
    double (*p)(int, float, double, char, long double) = mix;
    return p(1.9, 1, 1, 1, 1) == 5 ? 0 : 4;
}
