// A constructor with parameters of an old style.
//@ verdict: unknown
//@ reason: constructor with parameters (`first`)
int x;
__attribute__((constructor)) static void first(n) int n; { x = n; }
int main(void) { return x; }
