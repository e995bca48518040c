/* Like Figure 1: three rounds, and two counters that agree. Proved. */
void error(void);

int main(void)
{
    int i = 0, c = 0;
    while (i < 3) {
        c = c + 1;
        i = i + 1;
    }
    if (c != i)
        error();
    return 0;
}
