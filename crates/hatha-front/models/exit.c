/* <stdlib.h>: the end of the program. The simulator calls `exit` with what `main` returns. */

extern _Noreturn void __hatha_exit(int status);
extern void *__hatha_alloc(size_t n);
extern void __hatha_free(void *p);

/* One registered function, of `atexit` or of `on_exit`. */
struct handler {
    void (*plain)(void);
    void (*with_status)(int status, void *argument);
    void *argument;
    struct handler *next;
};

static struct handler *at_exit;
static struct handler *at_quick_exit_;

static int add(struct handler **list, void (*plain)(void), void (*with_status)(int, void *),
               void *argument)
{
    struct handler *h = __hatha_alloc(sizeof *h);
    if (!h)
        return -1;
    h->plain = plain;
    h->with_status = with_status;
    h->argument = argument;
    h->next = *list;
    *list = h;
    return 0;
}

/* Last registered, first called. A handler is taken off before it runs: it may
 * register others, which run next, and it may call `exit` again, which goes on
 * with the rest. */
static void run(struct handler **list, int status)
{
    while (*list) {
        struct handler h = **list;
        __hatha_free(*list);
        *list = h.next;
        if (h.plain)
            h.plain();
        else
            h.with_status(status, h.argument);
    }
}

int atexit(void (*f)(void))
{
    return add(&at_exit, f, 0, 0);
}

/* Destructors of the program are registered with this before it starts. */
void __hatha_at_end(void (*f)(void))
{
    add(&at_exit, f, 0, 0);
}

int on_exit(void (*f)(int status, void *argument), void *argument)
{
    return add(&at_exit, 0, f, argument);
}

int at_quick_exit(void (*f)(void))
{
    return add(&at_quick_exit_, f, 0, 0);
}

/* The status that the parent sees is one byte. */
_Noreturn void exit(int status)
{
    run(&at_exit, status);
    __hatha_exit(status & 255);
}

_Noreturn void quick_exit(int status)
{
    run(&at_quick_exit_, status);
    __hatha_exit(status & 255);
}

_Noreturn void _Exit(int status)
{
    __hatha_exit(status & 255);
}

_Noreturn void _exit(int status)
{
    __hatha_exit(status & 255);
}
