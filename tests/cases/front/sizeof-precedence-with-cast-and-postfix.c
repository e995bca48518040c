struct s { char c[3]; };
int main(void) {
    char buf[6];
    struct s v, *p = &v;
    if (sizeof buf[0] != 1) return 1;
    if (sizeof(buf)[0] != 1) return 2;
    if (sizeof p->c != 3 || sizeof((struct s *)0)->c != 3) return 3;
    if (sizeof(struct s){{0}} != 3) return 4;
    if (sizeof(int){ 5 } != sizeof(int)) return 5;
    if (sizeof(char[4]) != 4 || sizeof(char(*)[4]) != sizeof(void *)) return 6;
    if (sizeof &buf != sizeof(void *) || sizeof *&buf != 6) return 7;
    if (sizeof(int (*)(void)) != sizeof(void *)) return 8;
    if (sizeof sizeof(char) != sizeof(__SIZE_TYPE__)) return 9;
    return 0;
}
