//@ stdout: ok 64
// Freed memory may come back; only what is written afresh is looked at.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *held[8] = { 0 };
    int good = 0;
    for (int round = 0; round < 8; round++) {
        for (int i = round % 2; i < 8; i += 2) {
            free(held[i]);
            held[i] = malloc(16 + i);
            if (!held[i])
                return 1;
            memset(held[i], round * 8 + i, 16 + i);
        }
        for (int i = 0; i < 8; i++) {
            if (!held[i]) {
                good++;
                continue;
            }
            int written = i % 2 == round % 2 ? round : round - 1;
            good += held[i][0] == written * 8 + i && held[i][15 + i] == written * 8 + i;
        }
    }
    for (int i = 0; i < 8; i++)
        free(held[i]);
    printf("ok %d\n", good);
    return 0;
}
