//@ gcc: sanitize
// Element three of a null array is still a null dereference.
int main(void)
{
    int *a = 0;
    int i = 3;
    return a[i]; //~ fault: null-dereference
}
