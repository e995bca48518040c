/* rule: linux/irq_handler
 * verdict: proved
 * mutant: violated (a key that cannot be configured leaves its line requested)
 *
 * Keys of a keypad, one line after the other, each requested and freed in turn.
 */
#include "kernel.h"

static int pressed, faulty;

static int configure(unsigned line)
{
    int pull = any();

    if (pull < 0) {
        faulty++;
        return -EINVAL;
    }
    return 0;
}

static int test_key(unsigned line)
{
    int status = request_irq(line, NULL, 0, "key", &pressed);

    if (status)
        return status;
    disable_irq(line);
    status = configure(line);
#ifdef BROKEN
    if (status)
        return status;
#endif
    if (status == 0) {
        enable_irq(line);
        if (any())
            pressed++;
    }
    free_irq(line, &pressed);
    return status;
}

int main(void)
{
    for (unsigned line = 20; line < 24; line++)
        if (test_key(line) == -EBUSY)
            break;
    return pressed - faulty;
}
