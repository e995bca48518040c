//@ gcc: sanitize
// The average of nothing.
static int average(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum / n; //~ fault: division-by-zero
}

int main(void)
{
    int a[2] = { 3, 5 };
    if (average(a, 2) != 4)
        return 1;
    return average(a, 0);
}
