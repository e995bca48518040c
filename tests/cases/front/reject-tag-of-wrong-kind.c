//@ error: 4: tag
struct s { int a; };
int main(void) {
    union s *p = 0;
    return p != 0;
}
