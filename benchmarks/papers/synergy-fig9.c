/* SYNERGY, Figure 9: proved with an invariant that no preimage names. At 32 bits
 * `y >= 0 && x >= 0` is not inductive, because y + x wraps; `x == 0 && y == 0` is.
 * The program never ends. */
void error(void);

void foo(void)
{
    int x, y;
    x = 0;
    y = 0;
    while (y >= 0) {
        y = y + x;
    }
    error();
}
