/* <stdlib.h>: abort, for programs that take its address. The call by name in the body
 * is the operation itself, not a call of this function. */

_Noreturn void abort(void)
{
    abort();
}
