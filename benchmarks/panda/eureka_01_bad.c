/* program: Eureka 01
 * sizes: up to 4 nodes, 6 edges
 * verdict: violated (the distance counts the weight as a gain)
 *
 * Shortest distances from node 0 by relaxing every edge once for each node. How
 * many nodes and edges take part are inputs. Where another round would change
 * nothing, every distance is at least 0 and obeys every edge that takes part.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define NODES 4
#define EDGES 6
#define FAR 899

static const int from[EDGES] = {0, 0, 1, 2, 1, 3};
static const int to[EDGES] = {1, 2, 2, 1, 3, 0};
static const int weight[EDGES] = {4, 1, 2, 1, 5, 3};

static int distance[NODES];

static void check(int holds)
{
    if (!holds)
        reach_error();
}

static int is_shorter(int edge)
{
    return distance[to[edge]] > distance[from[edge]] + weight[edge];
}

static void start(int nodes)
{
    for (int n = 0; n < NODES; n++)
        distance[n] = FAR;
    if (nodes > 0)
        distance[0] = 0;
}

int main(void)
{
    int nodes = __VERIFIER_nondet_int();
    int edges = __VERIFIER_nondet_int();

    if (nodes < 0 || nodes > NODES || edges < 0 || edges > EDGES)
        return 0;
    start(nodes);
    for (int round = 0; round < nodes; round++)
        for (int e = 0; e < edges; e++)
            if (is_shorter(e))
                distance[to[e]] = distance[from[e]] - weight[e];
    for (int e = 0; e < edges; e++)
        if (is_shorter(e))
            return 0;
    for (int n = 0; n < nodes; n++)
        check(distance[n] >= 0);
    for (int e = 0; e < edges; e++)
        check(distance[to[e]] <= distance[from[e]] + weight[e]);
    return 0;
}
