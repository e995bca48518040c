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

static int quota[2], refusals;

static int charge(int number, int amount)
{
    if (amount <= 0 || amount > 100)
        return -EINVAL;
    if (quota[number] < amount) {
        refusals++;
        return -ENOMEM;
    }
    quota[number] -= amount;
    return 0;
}

static int attach_with_quota(int number, int wanted)
{
    int status = attach(number);

    if (status)
        return status;
    quota[number] = 50;
    status = charge(number, wanted);
    if (status)
        detach(number);
    return status;
}

static int is_attached(int number)
{
    return (users >> number & 1) != 0;
}

int main(void)
{
    int first = any(), second = any();

    attach_with_quota(first, any());
    attach(second);
    if (is_attached(0))
        detach(0);
    detach(1);
    return users != 0;
}
