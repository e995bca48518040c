//@ error: 3: constant
static int f(void) { return 1; }
static int g = f();
int main(void) { return g; }
