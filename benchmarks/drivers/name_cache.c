/* rule: linux/rcu
 * verdict: proved
 * mutant: violated (a miss synchronises inside the read side)
 *
 * A cache with a fast read side and a slow path that replaces an entry.
 */
#include "kernel.h"

struct entry {
    int key, value, age;
};

static struct entry cache[2];
static unsigned hits, misses;

static int find(int key, int *value)
{
    int found = 0;

    rcu_read_lock();
    struct entry *e = rcu_dereference(&cache[key & 1]);
    if (e->key == key) {
        *value = e->value;
        found = 1;
    }
    rcu_read_unlock();
    return found;
}

static void store(int key, int value)
{
    struct entry *e = &cache[key & 1];

    e->key = -1;
    synchronize_rcu();
    e->value = value;
    e->key = key;
}

static int get(int key)
{
    int value = 0;

    if (find(key, &value)) {
        hits++;
        return value;
    }
    misses++;
#ifdef BROKEN
    rcu_read_lock();
    if (cache[key & 1].age == 0)
        store(key, key + 1);
    rcu_read_unlock();
#else
    store(key, key + 1);
#endif
    return key + 1;
}

static unsigned expired;

static int ratio(void)
{
    unsigned all = hits + misses;

    if (all == 0)
        return 0;
    return hits >= all / 2;
}

static void age(int key, int oldest)
{
    struct entry *e;

    rcu_read_lock();
    e = rcu_dereference(&cache[key & 1]);
    if (e->age >= oldest)
        expired++;
    rcu_read_unlock();
}

int main(void)
{
    int key = any();

    if (key < 0 || key > 100)
        return 1;
    get(key);
    age(key, 3);
    if (ratio())
        return hits;
    return get(key ^ 1);
}
