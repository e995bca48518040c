static int f(int);
extern int f(int);
static int v = 4;
extern int v;
int f(int x) { return x + v; }
static int g(void);
int main(void) { return f(-4) + g(); }
int g(void) { return 0; }
