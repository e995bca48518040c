/* errno: one thread, one object. */

extern unsigned __hatha_choose_errno(void);

/* Other files see it as `errno`: functions without a body may assign to it. */
int __errno_object = 0;

int *__errno_location(void)
{
    return &__errno_object;
}

/* The number of some error: any that is positive. */
int __hatha_any_error(void)
{
    int error = (int)(__hatha_choose_errno() >> 1);
    return error | (error == 0);
}
