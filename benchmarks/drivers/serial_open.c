/* rule: linux/irq_handler
 * verdict: proved
 * mutant: violated (the second open of a port requests its line again and closing frees it once)
 *
 * A serial port that counts how often it is open; the line is its own while it is.
 */
#include "kernel.h"

#define LINE 4u

struct port {
    unsigned count;
    int baud;
    int parity, stop_bits;
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

static int set_baud(struct port *p, int baud)
{
    if (p->count == 0)
        return -ENODEV;
    switch (baud) {
    case 300:
    case 9600:
    case 115200:
        break;
    default:
        return -EINVAL;
    }
    disable_irq(LINE);
    p->baud = baud;
    enable_irq(LINE);
    return 0;
}

static int set_frame(struct port *p, int parity, int stop_bits)
{
    if (parity < 0 || parity > 2 || stop_bits < 1 || stop_bits > 2)
        return -EINVAL;
    p->parity = parity;
    p->stop_bits = stop_bits;
    return 0;
}

int main(void)
{
    static struct port p;

    if (set_frame(&p, any(), any()) || open(&p))
        return 1;
    if (any() && open(&p) == 0)
        close(&p);
    set_baud(&p, any());
    close(&p);
    return p.count;
}
