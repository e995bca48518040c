//@ error: 5: incomplete
struct nowhere;
int main(void) {
    struct nowhere *p = 0;
    return p ? sizeof *p : 0;
}
