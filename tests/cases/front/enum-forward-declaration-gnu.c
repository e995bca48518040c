enum later;
static int use(enum later *p);
static enum later *keep;
enum later { ONE = 1, TWO };
static int use(enum later *p) { return *p; }
int main(void) {
    enum later v = TWO;
    keep = &v;
    return use(keep) == 2 ? 0 : 1;
}
