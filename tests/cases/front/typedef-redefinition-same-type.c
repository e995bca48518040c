typedef int I;
typedef int I;
typedef struct s S;
typedef struct s S;
struct s { I i; };
typedef I F(I);
static F twice;
static F *table[2] = { twice };
static I twice(I x) { return 2 * x; }
int main(void) {
    S v = { 4 };
    return table[0](v.i) == 8 && !table[1] ? 0 : 1;
}
