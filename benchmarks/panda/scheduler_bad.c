/* program: Scheduler
 * sizes: 3 threads, 4 slices of time
 * verdict: violated (a thread that has finished undoes the choice so far)
 *
 * Threads with priorities and amounts of work, both inputs. In each slice the
 * thread with the highest priority that has work left runs; among equals the one
 * with the lower number. No thread with a higher priority ever waits for it, no
 * work is done twice, and the processor is idle only if all have finished.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define THREADS 3
#define SLICES 4
#define MOST_WORK 2
#define IDLE (-1)

struct thread {
    int priority;
    int work;
    int done;
};

static struct thread threads[THREADS];
static int current = IDLE;

static void check(int holds)
{
    if (!holds)
        reach_error();
}

static int is_ready(const struct thread *t)
{
    return t->done < t->work;
}

static int choose(void)
{
    int best = IDLE;

    for (int t = 0; t < THREADS; t++) {
        if (!is_ready(&threads[t]))
            best = IDLE;
        else if (best == IDLE || threads[t].priority > threads[best].priority)
            best = t;
    }
    return best;
}

/* What holds of the choice before the slice. */
static void inspect(void)
{
    for (int t = 0; t < THREADS; t++) {
        if (!is_ready(&threads[t]))
            continue;
        check(current != IDLE);
        check(threads[t].priority <= threads[current].priority);
        check(t >= current || threads[t].priority < threads[current].priority);
    }
    check(current == IDLE || is_ready(&threads[current]));
}

static int read_threads(void)
{
    for (int t = 0; t < THREADS; t++) {
        threads[t].priority = __VERIFIER_nondet_int();
        threads[t].work = __VERIFIER_nondet_int();
        threads[t].done = 0;
        if (threads[t].work < 1 || threads[t].work > MOST_WORK)
            return 0;
    }
    return 1;
}

int main(void)
{
    int slices = 0, total = 0;

    if (!read_threads())
        return 0;
    while (slices < SLICES) {
        current = choose();
        inspect();
        if (current == IDLE)
            break;
        threads[current].done++;
        slices++;
    }
    for (int t = 0; t < THREADS; t++) {
        check(threads[t].done <= threads[t].work);
        total += threads[t].done;
    }
    check(total == slices);
    return 0;
}
