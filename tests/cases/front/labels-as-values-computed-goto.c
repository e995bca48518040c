static int run(const char *prog) {
    static const void *const ops[] = { &&inc, &&dbl, &&neg, &&end };
    int acc = 1;
#define NEXT goto *ops[*prog++ - '0']
    NEXT;
inc: acc++; NEXT;
dbl: acc *= 2; NEXT;
neg: acc = -acc; NEXT;
end: return acc;
}
int main(void) {
    if (run("3") != 1 || run("0013") != 6 || run("10213") != -6) return 1;
    void *p = &&out;
    int n = 0;
    goto *(n ? p : &&mid);
    n = 100;
mid:
    n++;
    goto *p;
    n = 200;
out:
    return n == 1 ? 0 : 2;
}
