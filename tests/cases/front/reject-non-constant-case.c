//@ error: 6: constant
int main(void) {
    const int k = 3;
    int x = 3;
    switch (x) {
    case k: return 1;
    }
    return 0;
}
