static int take();
int main(void) {
    char c = -3;
    float f = 1.5f;
    short s = 7;
    return take(c, f, s) == 10 ? 0 : 1;
}
static int take(c, f, s) int c; double f; int s; {
    return f == 1.5 ? c + s + 6 : 0;
}
