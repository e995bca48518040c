/* program: Data-flow Analysis
 * sizes: 5 nodes, 6 edges, a worklist of 5 places
 * verdict: proved
 *
 * Reaching definitions of a small procedure, as sets of bits: what each block
 * defines and what it overwrites are inputs. A worklist holds the blocks whose
 * successors have to be looked at again. At the end the worklist is empty, the sets
 * solve the equations of every block, and nothing reaches the entry.
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

#define NODES 5
#define EDGES 6

struct block {
    unsigned int defines, overwrites;
    unsigned int before, after;
    int is_listed;
};

struct edge {
    int from, to;
};

static struct block blocks[NODES];
/* A loop over two blocks with a branch around its body. */
static const struct edge edges[EDGES] = {{0, 1}, {1, 2}, {1, 3}, {2, 3}, {3, 1}, {3, 4}};
static int list[NODES];
static int first, count;

static void check(int holds)
{
    if (!holds)
        reach_error();
}

static void append(int node)
{
    if (blocks[node].is_listed)
        return;
    check(count < NODES);
    list[(first + count) % NODES] = node;
    count++;
    blocks[node].is_listed = 1;
}

static int take(void)
{
    int node = list[first];

    first = (first + 1) % NODES;
    count--;
    blocks[node].is_listed = 0;
    return node;
}

static unsigned int transfer(const struct block *b)
{
    return b->defines | (b->before & ~b->overwrites);
}

static void flow(int node)
{
    for (int e = 0; e < EDGES; e++) {
        struct block *next;
        unsigned int joined;

        if (edges[e].from != node)
            continue;
        next = &blocks[edges[e].to];
        joined = next->before | blocks[node].after;
        if (joined != next->before) {
            next->before = joined;
            next->after = transfer(next);
            append(edges[e].to);
        }
    }
}

static void solve(void)
{
    for (int n = 0; n < NODES; n++) {
        blocks[n].before = 0;
        blocks[n].after = transfer(&blocks[n]);
        append(n);
    }
    while (count > 0)
        flow(take());
}

int main(void)
{
    for (int n = 0; n < NODES; n++) {
        blocks[n].defines = 0;
        blocks[n].overwrites = 0;
    }
    blocks[0].defines = __VERIFIER_nondet_uint();
    blocks[2].defines = __VERIFIER_nondet_uint();
    blocks[2].overwrites = __VERIFIER_nondet_uint();
    blocks[3].defines = __VERIFIER_nondet_uint();
    blocks[3].overwrites = __VERIFIER_nondet_uint();
    solve();
    for (int e = 0; e < EDGES; e++) {
        unsigned int passed = blocks[edges[e].from].after;

        check((passed & ~blocks[edges[e].to].before) == 0);
    }
    for (int n = 0; n < NODES; n++)
        check(blocks[n].after == transfer(&blocks[n]));
    check(blocks[0].before == 0);
    return 0;
}
