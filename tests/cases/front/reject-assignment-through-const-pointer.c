//@ error: 4: assignment
struct s { int v[2]; };
static int f(const struct s *p) {
    p->v[1] = 2;
    return 0;
}
int main(void) { return f(&(struct s){ { 0 } }); }
