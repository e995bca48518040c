/* rule: linux/irq_handler
 * verdict: proved
 * mutant: violated (the second open of a port requests its line again and closing frees it once)
 *
 * A serial port that counts how often it is open; the line is its own while it is.
 */
#include "kernel.h"

#define LINE 4u

struct port {
    int count;
    int baud;
};

static int startup(struct port *p)
{
    int status = request_irq(LINE, NULL, 0, "serial", p);
    if (status)
        return status;
    disable_irq(LINE);
    p->baud = 9600;
    enable_irq(LINE);
    return 0;
}

static int open(struct port *p)
{
    int status;

    if (p->count > 0) {
        p->count++;
        return 0;
    }
    status = startup(p);
    if (status)
        return status;
    p->count = 1;
    return 0;
}

static void close(struct port *p)
{
    if (p->count == 0)
        return;
#ifdef BROKEN
    if (p->count == 2)
        free_irq(LINE, p);
#endif
    if (--p->count > 0)
        return;
    free_irq(LINE, p);
}

int main(void)
{
    static struct port p;

    if (open(&p))
        return 1;
    if (any() && open(&p) == 0)
        close(&p);
    close(&p);
    return p.count;
}
