//@ error: 3: missing
int main(void) {
    const char *s = "abc;
    return s[0];
}
