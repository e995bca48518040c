//@ stdout: 1 2 3 4 5 6 7
#include <stdio.h>
struct s1 { char a; };
struct s3 { char a[3]; };
struct s5 { char a[5]; };
struct sd { double d; float f; };
struct sm { int i; double d; };
static struct s1 f1(struct s1 v) { return v; }
static struct s3 f3(struct s3 v, int x) { v.a[0] = x; return v; }
static struct s5 f5(char p, struct s5 v) { v.a[4] = p; return v; }
static struct sd fd(struct sd v) { v.f += 1; return v; }
static struct sm fm(int a, struct sm v, double b) { v.i = a; v.d = b; return v; }
int main(void) {
    struct sm m = fm(6, (struct sm){ 0, 0 }, 7);
    printf("%d %d %d %d %d %d %d\n", f1((struct s1){ 1 }).a, f3((struct s3){ { 9, 9, 9 } }, 2).a[0],
           f5(3, (struct s5){ { 0 } }).a[4], (int)fd((struct sd){ 4, 4 }).d,
           (int)fd((struct sd){ 4, 4 }).f, m.i, (int)m.d);
    return 0;
}
