/* rule: linux/irq_handler
 * verdict: proved
 * mutant: violated (the line is freed before the last use of it)
 *
 * A card with one line: requested, masked while the card is programmed, freed.
 */
#include "kernel.h"

struct card {
    int speed, duplex;
    int link;
    unsigned events, errors;
};

static int program(struct card *c)
{
    int register_value = any();
    if (register_value < 0)
        return -EIO;
    c->speed = register_value & 3;
    c->duplex = register_value & 4;
    return 0;
}

static int change_mode(struct card *c, unsigned line)
{
    int status;

    disable_irq(line);
    status = program(c);
    if (status == 0)
        c->link = 1;
    enable_irq(line);
    return status;
}

static int bring_up(struct card *c)
{
    int status = request_irq(9, NULL, 0, "card", c);

    if (status)
        return status;
    status = change_mode(c, 9);
    if (status) {
#ifdef BROKEN
        free_irq(9, c);
        disable_irq(9);
#else
        disable_irq(9);
        free_irq(9, c);
#endif
        return status;
    }
    return 0;
}

static void take_down(struct card *c)
{
    c->link = 0;
    free_irq(9, c);
}

static int handle(struct card *c, u32 cause)
{
    if (cause == 0 || cause == 0xffffffffu)
        return 0;
    c->events++;
    if (cause & 0x10)
        c->errors++;
    if (cause & 0x04)
        c->link = (cause & 0x08) != 0;
    return 1;
}

static int renegotiate(struct card *c)
{
    int before = c->speed;
    int status = change_mode(c, 9);

    if (status == 0 && c->speed < before)
        c->errors++;
    return status;
}

int main(void)
{
    static struct card c;

    if (bring_up(&c))
        return 1;
    if (handle(&c, __VERIFIER_nondet_uint()) && !c.link)
        renegotiate(&c);
    take_down(&c);
    return c.errors;
}
