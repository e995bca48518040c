//@ error: 4: invalid operands
int main(void) {
    double d = 5;
    return d % 2;
}
