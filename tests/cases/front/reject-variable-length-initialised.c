//@ error: 4: initiali
int main(void) {
    int n = 3;
    int v[n] = { 1, 2, 3 };
    return v[0];
}
