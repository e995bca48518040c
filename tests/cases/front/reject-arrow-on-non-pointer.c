//@ error: 5: ->
struct s { int x; };
int main(void) {
    struct s v = { 1 };
    return v->x;
}
