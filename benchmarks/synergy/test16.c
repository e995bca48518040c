/* A loop that never ends, and a check after it. Proved. */
void error(void);

int main(void)
{
    int i = 0;
    int x = 0;
    while (i >= 0 || x == 0) {
        x = 0;
        i = (int)((unsigned)i + 1);
    }
    error();
    return 0;
}
