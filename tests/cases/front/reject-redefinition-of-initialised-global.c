//@ error: 4: redefinition
int g = 1;
int g;
int g = 2;
int main(void) { return g; }
