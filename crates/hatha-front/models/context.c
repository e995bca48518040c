/* <ucontext.h>, <unistd.h>, <aio.h>, <stdlib.h>: functions that return twice or not here, share memory with
 * another process, write while the program goes on, or remove what the library keeps. A function without a body is assumed to do
 * none of this, which would be wrong of these. */

extern void __hatha_unsupported_contexts_of_execution(void);
extern void __hatha_unsupported_process_that_shares_memory(void);
extern void __hatha_unsupported_transfer_beside_the_program(void);
extern void __hatha_unsupported_environment_that_is_cleared(void);

int getcontext(void *to)
{
    __hatha_unsupported_contexts_of_execution();
    return 0;
}

int setcontext(const void *from)
{
    __hatha_unsupported_contexts_of_execution();
    return 0;
}

int swapcontext(void *to, const void *from)
{
    __hatha_unsupported_contexts_of_execution();
    return 0;
}

int vfork(void)
{
    __hatha_unsupported_process_that_shares_memory();
    return 0;
}

int aio_read(void *request)
{
    __hatha_unsupported_transfer_beside_the_program();
    return 0;
}

int clearenv(void)
{
    __hatha_unsupported_environment_that_is_cleared();
    return 0;
}
