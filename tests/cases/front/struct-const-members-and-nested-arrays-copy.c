struct c { const int id; char grid[2][3]; };
struct w { struct c items[2]; };
static struct w pass(struct w v) { v.items[1].grid[1][2] = '!'; return v; }
int main(void) {
    struct w a = { { { 1, { "ab", "cd" } }, { 2, { "ef", "gh" } } } };
    struct w b = pass(a);
    if (b.items[1].id != 2 || b.items[1].grid[1][2] != '!' || a.items[1].grid[1][2]) return 1;
    struct w c = a;
    c.items[0].grid[0][0] = 'Z';
    if (a.items[0].grid[0][0] != 'a' || c.items[0].id != 1) return 2;
    return pass(b).items[0].grid[1][0] == 'c' ? 0 : 3;
}
