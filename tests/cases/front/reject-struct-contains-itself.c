//@ error: 4: incomplete
struct s {
    int v;
    struct s inner;
};
int main(void) { return 0; }
