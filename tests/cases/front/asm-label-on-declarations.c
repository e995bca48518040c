int renamed(int) __asm__("actual_symbol");
extern int var __asm__("actual_var");
int renamed(int x) { return x + var; }
int var = 4;
int actual(void) __asm__("actual_fn");
int actual(void) { return 3; }
int main(void) {
    return renamed(1) == 5 && actual() == 3 ? 0 : 1;
}
