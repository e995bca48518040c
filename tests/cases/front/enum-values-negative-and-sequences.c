enum e { A = -2, B, C, D, E = 10, F, G = A, H, I = 'a', J = F * 2, K = sizeof(int) };
int main(void) {
    if (A != -2 || B != -1 || C != 0 || D != 1) return 1;
    if (F != 11 || G != -2 || H != -1 || I != 97 || J != 22 || K != 4) return 2;
    enum e v = A;
    if (!(v < 0)) return 3;
    if (_Generic(A, int: 1, default: 0) != 1) return 4;
    if (_Generic(v, int: 1, default: 0) != 1) return 5;
    v = 1000;
    if (v != 1000) return 6;
    return 0;
}
