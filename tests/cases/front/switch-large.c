#define C(n) case n: return n * 3 + 1;
#define T(n) C(n) C(n + 1) C(n + 2) C(n + 3) C(n + 4) C(n + 5) C(n + 6) C(n + 7) C(n + 8) C(n + 9)
#define H(n) T(n) T(n + 10) T(n + 20) T(n + 30) T(n + 40) T(n + 50) T(n + 60) T(n + 70) T(n + 80) T(n + 90)
static int f(int x) {
    switch (x) {
    H(0) H(100) H(200) H(-1000) C(100000) C(-100000)
    default: return -1;
    }
}
int main(void) {
    if (f(0) != 0 * 3 + 1 || f(299) != 200 + 90 + 9 * 3 + 1) return 1;
    if (f(300) != -1 || f(-1001) != -1) return 2;
    if (f(-900) != -1 || f(-901) != -1000 + 90 + 9 * 3 + 1) return 3;
    if (f(100000) != 300001 || f(99999) != -1) return 4;
    return 0;
}
