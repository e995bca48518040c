// Addresses of later objects through tentative definitions and prototypes.
static int later(void);
extern int tab[3];
static int *p = &tab[1];
static int (*fp)(void) = later;
struct n { struct n *peer; int v; };
static struct n b;
static struct n a = { &b, 1 };
static struct n b = { &a, 2 };
int tab[3] = { 4, 5, 6 };
static int later(void) { return 11; }
int main(void) {
    if (*p != 5 || fp() != 11) return 1;
    if (a.peer->v != 2 || a.peer->peer->v != 1) return 2;
    return 0;
}
