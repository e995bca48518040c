struct x { int x; union { int y; } z; };
static int y(int x) { return x + 1; }
int main(void) {
    struct x x = { .x = 1 }, *z = &x;
    goto x;
x:  x.x++;
    if (x.x < 3) goto x;
    x.z.y = y(x.x);
    enum y { w = 5 } y = w;
    struct { struct x x; } s = { x };
    if (x.x != 3 || z->z.y != 4 || y != 5) return 1;
    return s.x.x == 3 && s.x.z.y == 4 && sizeof(struct x) == 8 && sizeof(enum y) == 4 ? 0 : 2;
}
