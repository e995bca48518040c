//@ gcc: none reach_error is in no library
// The error function is declared only.
extern void reach_error(void);

int main(void)
{
    int i = 0;
    while (i * i < 50)
        i++;
    if (i == 8)
        reach_error(); //~ fault: reach-error
    return 0;
}
