static _Alignas(32) x;
_Alignas(64) static y;
int main(void) {
    auto _Alignas(8) z = 3;
    if (_Alignof(x) != 32 || _Alignof(y) != 64) return 1;
    return z != 3 || sizeof x != sizeof(int);
}
