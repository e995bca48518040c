static char exact[3] = "abc";
static char pad[6] = "ab";
static char braced[] = { "hello" };
static char tab[][4] = { "a", "bcd", "efgh" };
static unsigned char u[] = "\xff";
static struct { char n[4]; int i; } s = { "xy", 7 };
int main(void) {
    if (sizeof exact != 3 || exact[2] != 'c') return 1;
    if (pad[1] != 'b' || pad[2] || pad[5]) return 2;
    if (sizeof braced != 6) return 3;
    if (sizeof tab != 12 || tab[1][3] != 0 || tab[2][3] != 'h') return 4;
    if (sizeof u != 2 || u[0] != 255) return 5;
    if (s.n[2] || s.i != 7) return 6;
    char l[] = "x\0y", em[] = "", z[4] = "";
    if (sizeof l != 4 || l[2] != 'y' || sizeof em != 1 || z[3]) return 7;
    char par[] = ("par");
    if (sizeof par != 4) return 8;
    return 0;
}
