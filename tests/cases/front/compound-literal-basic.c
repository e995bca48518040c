struct p { int x, y; };
static int sum(const int *a, int n) { int s = 0; while (n--) s += a[n]; return s; }
static int dot(struct p a, struct p *b) { return a.x * b->x + a.y * b->y; }
int main(void) {
    if (sum((int[]){ 1, 2, 3 }, 3) != 6) return 1;
    if (dot((struct p){ 2, 3 }, &(struct p){ .y = 5 }) != 15) return 2;
    int *q = &(int){ 7 };
    *q += 1;
    if (*q != 8) return 3;
    (int){ 3 } = 4;
    if ((int){ 5 }++ != 5) return 4;
    if (sizeof(int[]){ 1, 2 } != 2 * sizeof(int)) return 5;
    if ((struct p){ 1, 2 }.y != 2) return 6;
    if ((char[]){ "hey" }[1] != 'e' || sizeof(char[]){ "hey" } != 4) return 7;
    if (((int[4]){ 1 })[3] != 0) return 8;
    return 0;
}
