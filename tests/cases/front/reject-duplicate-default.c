//@ error: 6: default
int main(void) {
    switch (1) {
    default: break;
    case 1: break;
    default: return 2;
    }
    return 0;
}
