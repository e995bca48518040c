struct o { struct inner { int v; } i; enum col { RED, BLUE } c; };
static struct inner g = { 5 };
static enum col k = BLUE;
int main(void) {
    struct o x = { { 7 }, RED };
    x.i = g;
    if (x.i.v != 5 || k != 1) return 1;
    int n = sizeof(struct late { int a[3]; });
    if (n != 12) return 2;
    struct late l = { { 1, 2, 3 } };
    if (l.a[2] != 3) return 3;
    return 0;
}
