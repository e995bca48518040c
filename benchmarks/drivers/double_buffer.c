/* rule: linux/dma
 * verdict: proved
 * mutant: violated (the second buffer is unmapped before its mapping was checked)
 *
 * Two buffers are mapped for a device; the second one is optional.
 */
#include "kernel.h"

enum { TO_DEVICE = 1, FROM_DEVICE = 2 };

struct ring {
    struct device dev;
    unsigned mapped, failed;
    int firmware, state;
};

static char command[64], answer[256];

static int exchange(struct ring *r, int wants_answer)
{
    unsigned long out, in;
    int status = 0;

    out = dma_map_single(&r->dev, command, sizeof command, TO_DEVICE);
    if (dma_mapping_error(&r->dev, out)) {
        r->failed++;
        return -ENOMEM;
    }
    r->mapped++;
    if (wants_answer) {
        in = dma_map_single(&r->dev, answer, sizeof answer, FROM_DEVICE);
#ifdef BROKEN
        if (wants_answer > 4)
            dma_unmap_single(&r->dev, in, sizeof answer, FROM_DEVICE);
        else
#endif
        if (dma_mapping_error(&r->dev, in)) {
            r->failed++;
            status = -ENOMEM;
        } else {
            r->mapped++;
            status = any() & 0xff;
            dma_unmap_single(&r->dev, in, sizeof answer, FROM_DEVICE);
            r->mapped--;
        }
    }
    dma_unmap_single(&r->dev, out, sizeof command, TO_DEVICE);
    r->mapped--;
    return status;
}

enum { COLD, IDENTIFIED, READY };

static int identify(struct ring *r)
{
    int answer_code = exchange(r, 1);

    if (answer_code < 0)
        return answer_code;
    r->firmware = answer_code;
    r->state = answer_code >= 0x20 ? IDENTIFIED : COLD;
    return 0;
}

static int start(struct ring *r)
{
    int status;

    switch (r->state) {
    case COLD:
        status = identify(r);
        if (status)
            return status;
        if (r->state == COLD)
            return -ENODEV;
        break;
    case READY:
        return -EBUSY;
    default:
        break;
    }
    r->state = READY;
    return 0;
}

int main(void)
{
    static struct ring r;
    int status = start(&r);

    if (status == 0)
        status = exchange(&r, any());
    return r.mapped;
}
