// An array left incomplete at the end of the unit gets one element.
int lone[];
struct s late;
struct s { int v; };
static int *first(void) { return lone; }
int main(void) {
    if (*first() != 0) return 1;
    lone[0] = 4;
    if (*first() != 4 || late.v) return 2;
    return 0;
}
