//@ gcc: none __VERIFIER_error is in no library
// The older name of the error function.
extern void __VERIFIER_error(void);

int main(void)
{
    char s[] = "level";
    int i = 0, j = 4;
    while (i < j && s[i] == s[j])
        i++, j--;
    if (i >= j)
        __VERIFIER_error(); //~ fault: reach-error
    return 0;
}
