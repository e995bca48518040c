// Incrementing saturates at one; decrementing toggles.
int main(void) {
    _Bool b = 0;
    if (b++ != 0 || b != 1) return 1;
    if (b++ != 1 || b != 1) return 2;
    if (++b != 1) return 3;
    if (b-- != 1 || b != 0) return 4;
    if (b-- != 0 || b != 1) return 5;
    if (--b != 0 || --b != 1) return 6;
    b -= 1;
    b -= 1;
    if (b != 1) return 7;
    return 0;
}
