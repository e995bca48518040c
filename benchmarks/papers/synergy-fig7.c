/* SYNERGY, Figure 7: violated, by tests alone. */
void error(void);

void foo(int x, int y)
{
    if (x != y)
        if (2 * x == x + 10)
            error();
}
