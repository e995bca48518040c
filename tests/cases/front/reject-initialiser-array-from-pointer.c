//@ error: 4: initiali
static const char *p = "abc";
int main(void) {
    char a[4] = p;
    return a[0];
}
