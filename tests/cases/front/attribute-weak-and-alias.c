int real(void) { return 5; }
int other(void) __attribute__((alias("real")));
int value = 8;
extern int mirror __attribute__((alias("value")));
extern int missing(void) __attribute__((weak));
int main(void) {
    if (other() != 5) return 1;
    mirror = 9;
    if (*(volatile int *)&value != 9) return 2;
    return missing ? 3 : 0;
}
