//@ error: 4: nowhere
struct nowhere;
static int f(struct nowhere *p) {
    return p->x;
}
int main(void) { return f(0); }
