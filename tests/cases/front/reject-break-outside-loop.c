//@ error: 4: break
int main(void) {
    if (1) {
        break;
    }
    return 0;
}
