struct s { int n; const int *v; };
static struct s *ps = &(struct s){ 2, (int[]){ 10, 20 } };
static const char *names[] = { (char[]){ "ab" }, (char[]){ 'c', 0 } };
static int *tail = &(int[]){ 1, 2, 3 }[2];
int main(void) {
    if (ps->n != 2 || ps->v[1] != 20) return 1;
    if (names[0][1] != 'b' || names[1][0] != 'c') return 2;
    if (*tail != 3 || tail[-2] != 1) return 3;
    ps->n++;
    if (ps->n != 3) return 4;
    return 0;
}
