struct p { int x, y; };
struct s { struct p a[2]; int z; };
static int m[2][3] = { 1, 2, 3, 4, 5 };
static int k[3][2] = { { 1 }, 2, 3, { 4 } };
static struct s g = { 1, 2, 3, 4, 5 };
static struct s h = { { { 1 }, 2, 3 }, 4 };
static struct p arr[] = { 1, 2, { 3 }, 4, 5 };
int main(void) {
    if (m[1][0] != 4 || m[1][2] != 0) return 1;
    if (k[0][1] || k[1][0] != 2 || k[1][1] != 3 || k[2][0] != 4) return 2;
    if (g.a[1].y != 4 || g.z != 5) return 3;
    if (h.a[0].y || h.a[1].x != 2 || h.a[1].y != 3 || h.z != 4) return 4;
    if (sizeof arr / sizeof *arr != 3 || arr[1].y || arr[2].x != 4) return 5;
    return 0;
}
