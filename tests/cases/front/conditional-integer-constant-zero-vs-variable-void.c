// (void *)(int){0} is no null pointer constant, so the result is void *.
int main(void) {
    int z = 0;
    if (_Generic(1 ? (int *)0 : (void *)0, int *: 1, void *: 2) != 1) return 1;
    if (_Generic(1 ? (int *)0 : (void *)(__INTPTR_TYPE__)z, int *: 1, void *: 2) != 2) return 2;
    if (_Generic(1 ? (int *)0 : (void *)(__INTPTR_TYPE__)(3 - 3), int *: 1, void *: 2) != 1) return 3;
    if (_Generic(1 ? (void *)0 : (void *)0, void *: 1, default: 0) != 1) return 4;
    return 0;
}
