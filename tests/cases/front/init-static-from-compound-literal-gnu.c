struct p { int x, y; };
static struct p a = (struct p){ 1, 2 };
static struct { struct p in; int k; } b = { (struct p){ .y = 4 }, 5 };
static struct p arr[] = { (struct p){ 1, 1 }, { 2, 2 }, [3] = (struct p){ .x = 3 } };
static int n = (int){ 7 };
int main(void) {
    static struct p local = (struct p){ 8, 9 };
    if (a.y != 2 || b.in.x || b.in.y != 4 || b.k != 5) return 1;
    if (sizeof arr != 4 * sizeof a || arr[3].x != 3 || arr[2].x || arr[1].y != 2) return 2;
    return n == 7 && local.y == 9 ? 0 : 3;
}
