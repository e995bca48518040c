/* The path of the figure: l1, out of l2 with "no", l3. */
void unit(int x, int y)
{
l1: x = x + 1;
l2: if (x > y)
        goto end;
l3: y = y * 2;
end: ;
}
