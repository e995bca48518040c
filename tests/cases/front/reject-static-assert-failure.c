//@ error: 4: static assertion failed
struct s { char c; int i; };
_Static_assert(sizeof(struct s) == 8, "fine");
_Static_assert(sizeof(struct s) == 5, "padding expected");
int main(void) { return 0; }
