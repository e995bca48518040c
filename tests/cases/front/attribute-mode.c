typedef int qi __attribute__((mode(QI)));
typedef unsigned int di __attribute__((mode(DI)));
typedef int word __attribute__((mode(word)));
int main(void) {
    if (sizeof(qi) != 1 || sizeof(di) != 8) return 1;
    qi a = (qi)200;
    if (a != -56) return 2;
    di b = -1;
    if (b != ~0ull) return 3;
    return sizeof(word) == sizeof(long) ? 0 : 4;
}
