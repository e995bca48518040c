/* `__real__` and `__imag__` of an object are objects. */
int main(void) {
    _Complex double z;
    __real__ z = 3;
    __imag__ z = 4;
    __imag__ z += 1;
    double *p = &__real__ z;
    if (__real__ z * __imag__ z != 15 || *p != 3) return 1;
    if (-__real__ z + __imag__ z != 2) return 2;
    int n = 7;
    return __real__ n == 7 && __imag__ n == 0 ? 0 : 3;
}
