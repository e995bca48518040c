//@ error: 4: assignment
int main(void) {
    const int k = 1;
    k = 2;
    return k;
}
