/* rule: linux/rcu
 * verdict: proved
 * mutant: violated (an early return out of a read side)
 *
 * Readers walk a table inside read sides, the writer waits outside of them.
 */
#include "kernel.h"

#define ROUTES 4

struct route {
    u32 prefix, mask;
    int port;
    int live;
};

static struct route table[ROUTES];
static unsigned generation;

static int lookup(u32 address)
{
    int port = -1, best = -1;

    rcu_read_lock();
    for (int i = 0; i < ROUTES; i++) {
        struct route *r = rcu_dereference(&table[i]);
        if (!r->live)
            continue;
        if ((address & r->mask) != r->prefix)
            continue;
#ifdef BROKEN
        if (r->mask == 0xffffffffu)
            return r->port;
#endif
        if (best < i) {
            best = i;
            port = r->port;
        }
    }
    rcu_read_unlock();
    return port;
}

static void replace(int i, u32 prefix, u32 mask, int port)
{
    table[i].live = 0;
    synchronize_rcu();
    table[i].prefix = prefix;
    table[i].mask = mask;
    table[i].port = port;
    table[i].live = 1;
    generation++;
}

static int count_live(void)
{
    int live = 0;

    rcu_read_lock();
    for (int i = 0; i < ROUTES; i++) {
        struct route *r = rcu_dereference(&table[i]);
        if (r->live)
            live++;
    }
    rcu_read_unlock();
    return live;
}

static int drop(int i)
{
    if (i < 0 || i >= ROUTES)
        return -EINVAL;
    table[i].live = 0;
    synchronize_rcu();
    generation++;
    return 0;
}

int main(void)
{
    replace(0, 0, 0, 1);
    replace(1, 0x0a000000u, 0xff000000u, 2);
    replace(2, 0x0a0a0a0au, 0xffffffffu, 3);
    lookup(__VERIFIER_nondet_uint());
    if (drop(any()))
        replace(1, 0, 0xffffffffu, any());
    return count_live();
}
