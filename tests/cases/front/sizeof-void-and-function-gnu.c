static void f(void) { }
int main(void) {
    if (sizeof(void) != 1) return 1;
    if (sizeof f != 1) return 2;
    if (sizeof *f != 1) return 3;
    if (_Alignof(void) != 1) return 4;
    f();
    return 0;
}
