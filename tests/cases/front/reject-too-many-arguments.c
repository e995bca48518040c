//@ error: 4: too many arguments
static int f(void) { return 1; }
int main(void) {
    return f(1);
}
