/* DASH, Figure 3: proved. Only pointers that differ from p come to the writes. */
void error(void);

void alias(int *p, int *p1, int *p2)
{
    if (p == p1)
        return;
    if (p == p2)
        return;
    *p1 = 0;
    *p2 = 0;
    *p = 1;
    if (*p1 == 1 || *p2 == 1)
        error();
    p = p1;
    p = p2;
}
