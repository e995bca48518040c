//@ error: 3: octal
int main(void) {
    return 089;
}
