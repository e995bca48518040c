//@ error: 6: duplicate
int main(void) {
    int x = 3;
    switch (x) {
    case 1 ... 5: return 0;
    case 5: return 2;
    }
    return 3;
}
