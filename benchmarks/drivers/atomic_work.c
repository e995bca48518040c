/* rule: linux/atomic_sleep
 * verdict: proved
 * mutant: violated (the slow path is entered before the lock is given back)
 *
 * Fast work under a spin lock, slow work after it, as a flag says.
 */
#include "kernel.h"

struct device_state {
    spinlock_t lock;
    struct mutex config;
    unsigned queue;
    unsigned slow;
    int firmware_loaded;
    unsigned errors;
};

static int classify(int command)
{
    if (command < 0)
        return -EINVAL;
    return command > 15;
}

static int load_firmware(struct device_state *d)
{
    char *image;

    if (d->firmware_loaded)
        return 0;
    mutex_lock(&d->config);
    image = vmalloc(4096);
    if (!image) {
        mutex_unlock(&d->config);
        return -ENOMEM;
    }
    d->firmware_loaded = 1;
    mutex_unlock(&d->config);
    return 0;
}

static int submit(struct device_state *d, int command)
{
    int status = 0;
    int slow = classify(command);

    if (slow < 0)
        return slow;
    spin_lock(&d->lock);
    d->queue++;
    if (slow)
        d->slow++;
#ifdef BROKEN
    if (d->slow > 1)
        status = load_firmware(d);
#endif
    spin_unlock(&d->lock);
    if (slow && status == 0)
        status = load_firmware(d);
    if (status == -ENOMEM)
        msleep(10);
    return status;
}

static unsigned drain(struct device_state *d)
{
    unsigned taken = 0;

    for (;;) {
        spin_lock(&d->lock);
        if (d->queue == 0) {
            spin_unlock(&d->lock);
            break;
        }
        d->queue--;
        spin_unlock(&d->lock);
        taken++;
        if ((taken & 7) == 0)
            schedule();
    }
    return taken;
}

static void account(struct device_state *d, int status)
{
    if (status >= 0)
        return;
    spin_lock(&d->lock);
    d->errors++;
    spin_unlock(&d->lock);
    if (status == -ENOMEM)
        msleep(100);
}

int main(void)
{
    static struct device_state d;
    int n = any();

    for (; n > 0; n--) {
        account(&d, submit(&d, any()));
        if (any())
            drain(&d);
    }
    return drain(&d) > 0;
}
