/* errno: one thread, one object. */

extern unsigned __hatha_choose_errno(void);

static int number;

int *__errno_location(void)
{
    return &number;
}

/* The number of some error: any that is positive. */
int __hatha_any_error(void)
{
    int error = (int)(__hatha_choose_errno() >> 1);
    return error | (error == 0);
}
