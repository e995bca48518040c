typedef __UINTPTR_TYPE__ up;
int main(void) {
    int a[3] = { 1, 2, 3 };
    up u = (up)&a[1];
    if (*(int *)u != 2) return 1;
    if (*(int *)(u + sizeof(int)) != 3) return 2;
    if ((up)(a + 2) - (up)a != 2 * sizeof(int)) return 3;
    void *v = (void *)(up)8;
    if ((up)v != 8) return 4;
    if ((int)(up)(void *)-1 != -1) return 5;
    return 0;
}
