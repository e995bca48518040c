//@ error: 3: negative
int main(void) {
    int a[2 - 3];
    return sizeof a;
}
