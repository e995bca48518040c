//@ error: 3: void
int main(void) {
    void v;
    return 0;
}
