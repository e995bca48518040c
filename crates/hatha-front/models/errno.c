/* errno: one thread, one object. */

static int number;

int *__errno_location(void)
{
    return &number;
}
