struct none { ; };
struct some { ; int a; };
struct packed { short s; int i [[gnu::packed]] : 24; char c; };
static int choose(int k) {
    void *p = k ? &&yes : &&no;
    goto*p;
yes:
    return 1;
no:
    return 2;
}
static void *address(void) { here: return&&here; }
int main(void) {
    struct packed p = { 1, -5, 2 };
    if (sizeof(struct none) != 0 || sizeof(struct some) != sizeof(int)) return 1;
    if (sizeof p != 6 || p.i != -5 || p.c != 2) return 2;
    if (!address()) return 3;
    return choose(1) != 1 || choose(0) != 2;
}
