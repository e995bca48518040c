//@ error: 3: redefinition
struct s { int a; };
struct s { int a; };
int main(void) { return 0; }
