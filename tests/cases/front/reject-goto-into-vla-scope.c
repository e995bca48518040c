//@ error: 4: scope
int main(void) {
    int n = 3;
    goto in;
    {
        int v[n];
        v[0] = 1;
    in:
        n++;
    }
    return 0;
}
