//@ error: 6: incompatible
struct s { int x; };
static int f(struct s v) { return v.x; }
int main(void) {
    int k = 3;
    return f(k);
}
