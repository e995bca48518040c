struct hidden;
typedef struct hidden *handle;
static int peek(struct hidden *h);
static struct hidden *make(void);
static int forward(handle h, struct hidden **out) { *out = h; return h != 0; }
static int (*pf)(struct hidden *) = peek;
extern struct hidden stored;
struct hidden { int v; };
struct hidden stored = { 12 };
static struct hidden *make(void) { return &stored; }
static int peek(struct hidden *h) { return h->v; }
int main(void) {
    handle h = make(), g;
    if (!forward(h, &g) || g != h) return 1;
    return pf(g) == 12 && sizeof *g == 4 ? 0 : 2;
}
