//@ error: 3: static
int g;
static int g = 1;
int main(void) { return g; }
