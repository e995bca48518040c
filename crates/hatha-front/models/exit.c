/* Leaving the program. `__hatha_run_atexit` also runs when `main` returns. */

static void (*handlers[64])(void);
static int handler_count;
static void (*quick_handlers[32])(void);
static int quick_count;

void __hatha_run_atexit(void) {
    while (handler_count > 0) {
        handler_count--;
        handlers[handler_count]();
    }
}

int atexit(void (*f)(void)) {
    if (handler_count == 64)
        return -1;
    handlers[handler_count] = f;
    handler_count++;
    return 0;
}

int at_quick_exit(void (*f)(void)) {
    if (quick_count == 32)
        return -1;
    quick_handlers[quick_count] = f;
    quick_count++;
    return 0;
}

void exit(int status) {
    __hatha_run_atexit();
    __hatha_exit(status);
}

void quick_exit(int status) {
    while (quick_count > 0) {
        quick_count--;
        quick_handlers[quick_count]();
    }
    __hatha_exit(status);
}

void _exit(int status) {
    __hatha_exit(status);
}

void _Exit(int status) {
    __hatha_exit(status);
}
