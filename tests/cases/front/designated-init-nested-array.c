struct in { int k; char nm[4]; };
struct out { struct in v[3]; int m[2][2]; };
static struct out g = { .v[1].nm[2] = 'z', .v[2] = { 5, "ab" }, .m[1] = { 7, 8 }, .m[0][1] = 6 };
int main(void) {
    if (g.v[1].nm[2] != 'z' || g.v[1].nm[0] || g.v[1].k) return 1;
    if (g.v[2].k != 5 || g.v[2].nm[1] != 'b') return 2;
    if (g.m[0][0] || g.m[0][1] != 6 || g.m[1][0] != 7 || g.m[1][1] != 8) return 3;
    struct out l = { .v[0].k = 1, "xy", 2, "zz" };
    if (l.v[0].nm[1] != 'y' || l.v[1].k != 2 || l.v[1].nm[0] != 'z') return 4;
    if (l.v[2].k || l.m[1][1]) return 5;
    return 0;
}
