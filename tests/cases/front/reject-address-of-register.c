//@ error: 4: register
int main(void) {
    register int r = 1;
    return *&r;
}
