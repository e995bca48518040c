struct s { int x; unsigned a : 4; unsigned : 4; unsigned b : 8; int y; };
static struct s g = { .b = 0x1ff, .y = 3 };
static struct s arr[] = { [1] = { 1, 2, 3, 4 }, [0].b = 9 };
int main(void) {
    if (g.b != 0xff || g.a != 0 || g.y != 3 || g.x != 0) return 1;
    if (arr[1].x != 1 || arr[1].a != 2 || arr[1].b != 3 || arr[1].y != 4) return 2;
    if (arr[0].b != 9 || arr[0].y != 0) return 3;
    return 0;
}
