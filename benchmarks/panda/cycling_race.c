/* program: Cycling Race
 * sizes: 4 riders, 2 stages
 * verdict: proved
 *
 * The general classification of a race: the times of the stages are inputs, the
 * riders are sorted by the sum of theirs. The classification is in order, each
 * rider is in it once with the right sum, and the leader's gap is 0.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define RIDERS 4
#define STAGES 2
#define LIMIT 36000

struct rider {
    int number;
    int total;
    int gap;
};

static int times[RIDERS][STAGES];
static struct rider ranking[RIDERS];

static void check(int holds)
{
    if (!holds)
        reach_error();
}

/* Whether all times are within the limit. */
static int read_times(void)
{
    for (int r = 0; r < RIDERS; r++)
        for (int s = 0; s < STAGES; s++) {
            times[r][s] = __VERIFIER_nondet_int();
            if (times[r][s] < 0 || times[r][s] > LIMIT)
                return 0;
        }
    return 1;
}

static int sum(int rider)
{
    int total = 0;

    for (int s = 0; s < STAGES; s++)
        total += times[rider][s];
    return total;
}

static void enter(int rider, int place)
{
    int total = sum(rider);

    while (place > 0 && ranking[place - 1].total > total) {
        ranking[place] = ranking[place - 1];
        place--;
    }
    ranking[place].number = rider;
    ranking[place].total = total;
}

static void classify(void)
{
    for (int r = 0; r < RIDERS; r++)
        enter(r, r);
    for (int p = 0; p < RIDERS; p++)
        ranking[p].gap = ranking[p].total - ranking[0].total;
}

int main(void)
{
    int seen[RIDERS] = {0};

    if (!read_times())
        return 0;
    classify();
    check(ranking[0].gap == 0);
    for (int p = 0; p < RIDERS; p++) {
        struct rider *r = &ranking[p];

        check(p == 0 || ranking[p - 1].total <= r->total);
        check(r->gap >= 0);
        check(r->total == sum(r->number));
        check(!seen[r->number]);
        seen[r->number] = 1;
    }
    return 0;
}
