//@ error: 5: no member
struct s { int x, y; };
int main(void) {
    struct s v = { 1, 2 };
    return v.z;
}
