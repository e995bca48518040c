//@ error: 7: duplicate case
int main(void) {
    char c = 'a';
    switch (c) {
    case 'a': return 0;
    case 'b': return 1;
    case 97: return 2;
    }
    return 3;
}
