//@ error: 4: size
static int n = 3;
int main(void) {
    static int v[n];
    return v[0];
}
