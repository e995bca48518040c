/* program: Alarm Clock
 * sizes: 2 clients, 3 ticks, 4 contexts (3 switches between threads)
 * verdict: violated (the time is read before the monitor is entered)
 *
 * A clock that ticks and clients that ask it to be woken after a delay, which is an
 * input. Each thread is a machine whose steps run without interruption; between
 * them the scheduler may go to another thread, a bounded number of times. The time
 * and the slots belong to a monitor. After a tick no alarm that is due is left, and
 * no client wakes before its time.
 */
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

#define CLIENTS 2
#define TICKS 3
#define CONTEXTS 4
#define LONGEST 2
#define THREADS (CLIENTS + 1)
#define CLOCK CLIENTS
#define NOBODY (-1)
#define NO_ALARM (-1)

enum place { ASK, ENTER, FILE_SLOT, SLEEP, DONE };
enum phase { LOCK, ADVANCE, NOTIFY, STOPPED };

struct client {
    enum place at;
    int delay;
    int alarm;
};

static struct client clients[CLIENTS];
static int slots[CLIENTS];
static enum phase clock_at = LOCK;
static int now;
static int owner = NOBODY;

static void check(int holds)
{
    if (!holds)
        reach_error();
}

static int is_enabled(int thread)
{
    if (thread == CLOCK)
        return clock_at != STOPPED && (clock_at != LOCK || owner == NOBODY);
    switch (clients[thread].at) {
    case ENTER:
        return owner == NOBODY;
    case SLEEP:
        return slots[thread] == NO_ALARM;
    case DONE:
        return 0;
    default:
        return 1;
    }
}

static void notify(void)
{
    for (int c = 0; c < CLIENTS; c++)
        if (slots[c] == now)
            slots[c] = NO_ALARM;
    for (int c = 0; c < CLIENTS; c++)
        check(slots[c] == NO_ALARM || slots[c] > now);
}

static void clock_step(void)
{
    switch (clock_at) {
    case LOCK:
        owner = CLOCK;
        clock_at = ADVANCE;
        break;
    case ADVANCE:
        now++;
        clock_at = NOTIFY;
        break;
    default:
        notify();
        owner = NOBODY;
        clock_at = now < TICKS ? LOCK : STOPPED;
        break;
    }
}

static void client_step(int c)
{
    struct client *self = &clients[c];

    switch (self->at) {
    case ASK:
        self->alarm = now + self->delay;
        self->at = ENTER;
        break;
    case ENTER:
        owner = c;
        self->at = FILE_SLOT;
        break;
    case FILE_SLOT:
        check(owner == c);
        slots[c] = self->alarm;
        owner = NOBODY;
        self->at = SLEEP;
        break;
    default:
        check(now >= self->alarm);
        self->at = DONE;
        break;
    }
}

static void run(int thread)
{
    while (is_enabled(thread)) {
        if (thread == CLOCK)
            clock_step();
        else
            client_step(thread);
        if (__VERIFIER_nondet_bool())
            return;
    }
}

static int start(void)
{
    for (int c = 0; c < CLIENTS; c++) {
        clients[c].at = ASK;
        clients[c].delay = __VERIFIER_nondet_int();
        if (clients[c].delay < 1 || clients[c].delay > LONGEST)
            return 0;
        slots[c] = NO_ALARM;
    }
    return 1;
}

int main(void)
{
    /* The clock or client 0 begins; the clients are alike. */
    int last = 1;

    if (!start())
        return 0;
    for (int context = 0; context < CONTEXTS; context++) {
        int next = (last + (__VERIFIER_nondet_bool() ? 1 : 2)) % THREADS;

        if (!is_enabled(next))
            return 0;
        run(next);
        last = next;
    }
    return 0;
}
