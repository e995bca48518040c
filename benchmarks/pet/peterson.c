/*
 * Peterson's algorithm for two processes, two rounds each. -DMISTAKE=1 to 10 seeds a
 * mistake into the first process that lets both be critical at once.
 */
#ifndef MISTAKE
#define MISTAKE 0
#endif

int flag0, flag1, turn;

void p0(void)
{
    int round;
    for (round = 0; round < 2; round++) {
#if MISTAKE == 3
        turn = 1;
        flag0 = 1;
#else
#if MISTAKE == 9
        flag1 = 1;
#elif MISTAKE != 1
        flag0 = 1;
#endif
#if MISTAKE == 2
        turn = 0;
#elif MISTAKE != 10
        turn = 1;
#endif
#endif
#if MISTAKE == 4
        while (flag1 && turn == 0)
            ;
#elif MISTAKE == 5
        while (!flag1 && turn == 1)
            ;
#elif MISTAKE == 8
        if (flag1 && turn == 1)
            turn = 1;
#elif MISTAKE != 6
        while (flag1 && turn == 1)
            ;
#endif
#if MISTAKE == 7
        flag0 = 0;
#endif
critical:
        flag0 = 0;
    }
}

void p1(void)
{
    int round;
    for (round = 0; round < 2; round++) {
        flag1 = 1;
        turn = 0;
        while (flag0 && turn == 0)
            ;
critical:
        flag1 = 0;
    }
}
