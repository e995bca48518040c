struct s { char c; int i; short t[2]; };
enum { OFF = (int)(__SIZE_TYPE__)&((struct s *)0)->i };
static __SIZE_TYPE__ where = (__SIZE_TYPE__)&((struct s *)0)->t[1];
int main(void) {
    if (OFF != 4) return 1;
    if (where != 10) return 2;
    return 0;
}
