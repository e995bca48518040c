//@ flags: -std=c99
// In strict mode `asm` and `typeof` are ordinary names, and so is `unix`.
static int asm = 2, typeof = 3, unix = 4, linux = 5;
inline static int id(int x) { return x; } // one-line comment
int main(void) {
    for (int i = 0; i < 1; i++) asm += i;
    __typeof__(asm) z = typeof;
    return id(asm + z + unix + linux) == 14 ? 0 : 1;
}
