#include <stdarg.h>
static int outer(int n) {
    int a[n], weight = 2;
    for (int i = 0; i < n; i++) a[i] = i;
    int sum(int count, ...) {
        va_list ap;
        int s = 0;
        va_start(ap, count);
        while (count--) s += weight * va_arg(ap, int);
        va_end(ap);
        return s;
    }
    void reverse(void) {
        for (int i = 0, j = n - 1; i < j; i++, j--) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }
    reverse();
    return sum(3, a[0], a[1], a[n - 1]);
}
int main(void) {
    void done(int *p) { *p += 1; }
    int count = 0;
    {
        void tick(int *unused) { count++; }
        __attribute__((cleanup(tick))) int x = 0;
        done(&x);
        if (x != 1 || count) return 1;
    }
    return count != 1 || outer(5) != 14;
}
