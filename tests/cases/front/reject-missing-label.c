//@ error: 4: label
static void other(void) { there: return; }
int main(void) {
    goto there;
    return 0;
}
