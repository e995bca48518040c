/* Figure 9: needs an invariant that no preimage names. Proved. */
void error(void);

int main(void)
{
    int x = 0, y = 0;
    while (y >= 0)
        y = y + x;
    error();
    return 0;
}
