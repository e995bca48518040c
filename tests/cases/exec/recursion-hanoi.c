//@ stdout: 1023 moves
//@ stdout: all on peg 2
// The towers of Hanoi with a check of every move.
#include <stdio.h>
#include <stdlib.h>

static int peg[3][11], height[3], moves;

static void move(int from, int to)
{
    int disc = peg[from][--height[from]];
    if (height[to] && peg[to][height[to] - 1] < disc)
        exit(1);
    peg[to][height[to]++] = disc;
    moves++;
}

static void hanoi(int n, int from, int to, int via)
{
    if (n == 0)
        return;
    hanoi(n - 1, from, via, to);
    move(from, to);
    hanoi(n - 1, via, to, from);
}

int main(void)
{
    for (int d = 10; d >= 1; d--)
        peg[0][height[0]++] = d;
    hanoi(10, 0, 2, 1);
    printf("%d moves\n", moves);
    if (height[2] == 10)
        puts("all on peg 2");
    return 0;
}
