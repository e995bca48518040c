//@ error: 3: type
int main(void) {
    int double x = 1;
    return x;
}
