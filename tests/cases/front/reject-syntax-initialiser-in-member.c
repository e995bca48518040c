//@ error: 3: expected
struct s {
    int a = 3;
};
int main(void) { return 0; }
