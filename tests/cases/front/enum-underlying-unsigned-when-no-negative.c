// GCC picks unsigned int for an enum without negative members; its constants stay int.
enum pos { P, Q };
enum neg { M = -1, N };
int main(void) {
    enum pos p = P;
    enum neg n = N;
    if (p - 1 < 0) return 1;
    if (!(n - 1 < 0)) return 2;
    if (!(P - 1 < 0)) return 3;
    if (_Generic(p, unsigned: 1, int: 2) != 1) return 4;
    if (_Generic(n, unsigned: 1, int: 2) != 2) return 5;
    if (_Generic(P, unsigned: 1, int: 2) != 2) return 6;
    if (sizeof(enum pos) != 4) return 7;
    return 0;
}
