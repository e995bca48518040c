//@ error: 3: does not match its prototype
int g(int, int);
int g(a) int a; { return a; }
int main(void) { return g(1, 2); }
