/*
 * Dekker's algorithm for two processes, two rounds each. -DMISTAKE=1 to 10 seeds a
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
#if MISTAKE != 1 && MISTAKE != 7
        flag0 = 1;
#endif
#if MISTAKE == 3
        if (flag1) {
#elif MISTAKE == 4
        while (!flag1) {
#elif MISTAKE == 2
        while (0) {
#elif MISTAKE == 10
        while (flag1 && turn != 0) {
#elif MISTAKE == 8
        while (flag0 == 0) {
#else
        while (flag1) {
#endif
            if (turn != 0) {
                flag0 = 0;
                while (turn != 0)
                    ;
#if MISTAKE != 5
                flag0 = 1;
#endif
#if MISTAKE == 6
                break;
#endif
            }
        }
#if MISTAKE == 7
        flag0 = 1;
#endif
#if MISTAKE == 9
        flag0 = 0;
#endif
critical:
        turn = 1;
        flag0 = 0;
    }
}

void p1(void)
{
    int round;
    for (round = 0; round < 2; round++) {
        flag1 = 1;
        while (flag0) {
            if (turn != 1) {
                flag1 = 0;
                while (turn != 1)
                    ;
                flag1 = 1;
            }
        }
critical:
        turn = 0;
        flag1 = 0;
    }
}
