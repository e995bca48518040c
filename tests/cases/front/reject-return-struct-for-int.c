//@ error: 4: incompatible
struct s { int a; };
static int f(struct s v) {
    return v;
}
int main(void) { return f((struct s){ 0 }); }
