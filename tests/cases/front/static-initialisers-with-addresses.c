//@ stdout: 5 2 3 tr 2 21
//@ stdout: 3 4 0.25 3 1 2 7 12
//@ stdout: bb 4 0 3f800000 2 1 0 44
//@ stdout: 2 3
// Addresses, differences and casts in initial values.
#include <stdio.h>
int a = 5;
int *p = &a;
int **pp = &p;
static int arr[] = {1, 2, 3};
int *mid = arr + 1;
int *end = &arr[3];
char *s = "str" + 1;
struct n {
    struct n *next;
    int v;
} n2 = {0, 2}, n1 = {&n2, 1};
struct n *head = &n1;
static int cnt(void)
{
    static int c = 10;
    return c++;
}
int diff = sizeof arr / sizeof arr[0];
unsigned long addr_bits = (unsigned long)0xff;
int neg = -(3 - 5) * 2;
double d = 1.0 / 4;
float fl = 3;
int cmp = 3 > 2 && 1;
int tern = 1 ? 2 : 3;
struct {
    int x;
    int *q;
} an = {7, &an.x};
int (*fp)(void) = cnt;
void *vp = &fp;
const char *const names[] = {"a", "bb", 0};
int tent;
int tent;
int tent = 4;
long lmax = ~0UL >> 1;
char ca[3] = {'x'};
union {
    int i;
    float f;
} un = {.f = 1};
int *neg_idx = &arr[2] - 1;
_Bool bo = 3;
char *cc = (char *)&arr[1] + 2;
unsigned char uc = (unsigned char)300;
int main(void)
{
    printf("%d %d %d %s %d %d\n", **pp, *mid, end[-1], s, head->next->v, cnt() + cnt());
    printf("%d %d %g %g %d %d %d %d\n", diff, neg, d, fl, cmp, tern, *an.q, fp());
    printf("%s %d %d %x %d %d %d %d\n", names[1], tent, ca[1], un.i, *neg_idx, bo, *cc, uc);
    static int *sp = &arr[1];
    static struct n loop = {&loop, 3};
    printf("%d %d\n", *sp, loop.next->next->v);
    return 0;
}
