/* program: Producer-Consumer
 * sizes: 2 places in the buffer, 3 items, 2 consumers, 6 contexts (5 switches)
 * verdict: proved
 *
 * A producer puts items, which are inputs, into a ring; consumers take them out. A
 * thread that finds the ring full or empty waits until it is notified, and then
 * looks again. Each section of the monitor is one step, between two steps the
 * scheduler may go to another thread, a bounded number of times. Items come out in
 * the order and with the values they went in, and never from an empty ring.
 */
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

#define PLACES 2
#define ITEMS 3
#define CONSUMERS 2
#define THREADS (CONSUMERS + 1)
#define CONTEXTS 6

enum state { READY, WAITING, NOTIFIED };

struct ring {
    int item[PLACES];
    int in, out, count;
};

static struct ring ring;
static enum state state[THREADS];
static int made[ITEMS];
static int put_count, taken_count;

static void check(int holds)
{
    if (!holds)
        reach_error();
}

static void notify_all(void)
{
    for (int t = 0; t < THREADS; t++)
        if (state[t] == WAITING)
            state[t] = NOTIFIED;
}

static void put(int value)
{
    check(ring.count < PLACES);
    ring.item[ring.in] = value;
    ring.in = (ring.in + 1) % PLACES;
    ring.count++;
    notify_all();
}

static int take(void)
{
    int value;

    check(ring.count > 0);
    value = ring.item[ring.out];
    ring.out = (ring.out + 1) % PLACES;
    ring.count--;
    notify_all();
    return value;
}

static void produce(void)
{
    if (ring.count == PLACES) {
        state[0] = WAITING;
        return;
    }
    state[0] = READY;
    made[put_count] = __VERIFIER_nondet_int();
    put(made[put_count]);
    put_count++;
}

static void consume(int self)
{
    int value;

    if (ring.count == 0) {
        state[self] = WAITING;
        return;
    }
    state[self] = READY;
    value = take();
    check(taken_count < put_count);
    check(value == made[taken_count]);
    taken_count++;
}

static int can_run(int thread)
{
    if (state[thread] == WAITING)
        return 0;
    return thread == 0 ? put_count < ITEMS : taken_count < ITEMS;
}

int main(void)
{
    int current = 0, contexts = 0;

    while (can_run(current)) {
        if (current == 0)
            produce();
        else
            consume(current);
        check(ring.count == put_count - taken_count);
        if (!can_run(current) || __VERIFIER_nondet_bool()) {
            int next = __VERIFIER_nondet_int();

            contexts++;
            if (contexts == CONTEXTS || next < 0 || next >= THREADS || next == current)
                return 0;
            current = next;
        }
    }
    return 0;
}
