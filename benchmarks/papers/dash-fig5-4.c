/* DASH, Figure 5 for n = 4, with the write to *p that its print lacks: proved. */
void error(void);

void foo(int *p, int *p1, int *p2, int *p3, int *p4)
{
    if (p == p1)
        return;
    if (p == p2)
        return;
    if (p == p3)
        return;
    if (p == p4)
        return;
    *p1 = 0;
    *p2 = 0;
    *p3 = 0;
    *p4 = 0;
    *p = 1;
    if (*p1 == 1 || *p2 == 1 || *p3 == 1 || *p4 == 1)
        error();
    p = p1;
    p = p2;
    p = p3;
    p = p4;
}
