/* rule: linux/irq_handler
 * verdict: proved
 * mutant: violated (a key that cannot be configured leaves its line requested)
 *
 * Keys of a keypad, one line after the other, each requested and freed in turn.
 */
#include "kernel.h"

static unsigned pressed, faulty;

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

struct keypad {
    int rows;
    unsigned columns;
    unsigned first;
    int debounce;
};

static int layout(struct keypad *k, int code)
{
    switch (code) {
    case 3:
        k->rows = 1;
        break;
    case 4:
        k->rows = 4;
        break;
    default:
        return -EINVAL;
    }
    k->columns = 3;
    k->first = 20;
    k->debounce = code * 5;
    return 0;
}

static int settle(struct keypad *k, int before, int after)
{
    int elapsed = after - before;

    if (elapsed < 0)
        return -EINVAL;
    return elapsed >= k->debounce;
}

static void report(struct keypad *k, int row)
{
    if (row < 0 || row >= k->rows)
        faulty++;
    else if (settle(k, 0, any()) > 0)
        pressed += k->columns;
}

int main(void)
{
    static struct keypad k;

    if (layout(&k, any()))
        return 1;
    for (unsigned line = 20; line < 24; line++)
        if (test_key(line) == -EBUSY)
            break;
    report(&k, any());
    return pressed > faulty;
}
