/* errno: one thread, one object. */

/* Other files see it as `errno`: functions without a body may assign to it. */
int __errno_object;

int *__errno_location(void)
{
    return &__errno_object;
}
