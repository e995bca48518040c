//@ error: 4: argument
#define TWO(a, b) ((a) + (b))
int main(void) {
    return TWO(1, 2, 3);
}
