//@ error: 3: conflicting types
int f(int);
int f(long x) { return (int)x; }
int main(void) { return f(1); }
