typedef int T;
int main(void) {
    int a = 2, b = 3;
    goto one;
one:
    T *p = &a;
two:
    T x = 1, **q = &p;
    switch (x) {
    case 1:
        const T *r = *q;
        if (*r != 2) return 1;
        if (b) three: a = a * b;
    default:
    }
    if (a != 6) return 2;
    goto end;
    goto two;
    goto three;
end:
}
