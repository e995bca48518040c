struct s { char c; int i; };
struct __attribute__((aligned(32))) big { char c; };
int main(void) {
    char c;
    _Alignas(16) char d[3];
    _Alignas(int) char e;
    if (_Alignof(char) != 1 || _Alignof(short) != 2) return 1;
    if (_Alignof(int[7]) != _Alignof(int)) return 2;
    if (_Alignof(struct s) != 4) return 3;
    if (__alignof__(c) != 1 || __alignof__(d) != 16) return 4;
    if (__alignof__(e) != 4) return 5;
    if (_Alignof(struct big) != 32 || sizeof(struct big) != 32) return 6;
    if ((unsigned long)&d % 16) return 7;
    if (__alignof__(((struct s *)0)->i) != 4) return 8;
    return 0;
}
