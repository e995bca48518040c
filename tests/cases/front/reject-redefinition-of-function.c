//@ error: 3: redefinition
static int f(void) { return 1; }
static int f(void) { return 2; }
int main(void) { return f(); }
