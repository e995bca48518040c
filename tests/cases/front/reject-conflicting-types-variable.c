//@ error: 3: conflicting types
extern int g;
unsigned g = 1;
int main(void) { return g; }
