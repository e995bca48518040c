/* rule: linux/module_reference
 * verdict: proved
 * mutant: violated (a transport that fails to start keeps the reference of the core)
 *
 * A core and a transport hold the module one after the other, and let go in reverse.
 */
#include "kernel.h"

static struct module self;
static int core_up, transport_up;

static int core_start(void)
{
    if (!try_module_get(&self))
        return -ENODEV;
    core_up = 1;
    return 0;
}

static void core_stop(void)
{
    core_up = 0;
    module_put(&self);
}

static int transport_start(void)
{
    int speed = any();

    if (!try_module_get(&self))
        return -ENODEV;
    if (speed <= 0) {
        module_put(&self);
        return -EINVAL;
    }
    transport_up = 1;
    return 0;
}

static void transport_stop(void)
{
    transport_up = 0;
    module_put(&self);
}

static int start(void)
{
    int status = core_start();

    if (status)
        return status;
    status = transport_start();
    if (status) {
#ifdef BROKEN
        if (status != -EINVAL)
#endif
        core_stop();
        return status;
    }
    return 0;
}

static int sessions, refused;

static int open_session(int flags)
{
    if (!transport_up)
        return -ENODEV;
    if (!try_module_get(&self)) {
        refused++;
        return -EBUSY;
    }
    if (flags & ~3) {
        module_put(&self);
        return -EINVAL;
    }
    sessions++;
    return 0;
}

static void close_session(void)
{
    if (sessions == 0)
        return;
    sessions--;
    module_put(&self);
}

int main(void)
{
    if (start())
        return 1;
    if (open_session(any()) == 0)
        close_session();
    transport_stop();
    core_stop();
    return refused;
}
