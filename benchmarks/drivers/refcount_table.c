/* rule: linux/module_reference
 * verdict: proved
 * mutant: violated (a user that is refused keeps its reference)
 *
 * Users are numbered; each holds the module while its bit is set.
 */
#include "kernel.h"

static struct module self;
static u32 users;

static int attach(int number)
{
    u32 bit;

    if (number < 0 || number > 1)
        return -EINVAL;
    bit = 1u << number;
    if (users & bit)
        return -EBUSY;
    if (!try_module_get(&self))
        return -ENODEV;
#ifdef BROKEN
    if (number == 1 && users == 0)
        return -EINVAL;
#endif
    users |= bit;
    return 0;
}

static void detach(int number)
{
    u32 bit = 1u << number;

    if (!(users & bit))
        return;
    users &= ~bit;
    module_put(&self);
}

int main(void)
{
    int first = any(), second = any();

    attach(first);
    attach(second);
    detach(0);
    detach(1);
    return users != 0;
}
