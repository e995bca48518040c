//@ error: 7: incompatible
struct a { int x; };
struct b { int x; };
int main(void) {
    struct a v = { 1 };
    struct b w = { 2 };
    v = w;
    return v.x;
}
