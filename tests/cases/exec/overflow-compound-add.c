//@ gcc: sanitize
// The running sum of large terms.
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += 1000000000; //~ fault: signed-overflow
    return sum == 0;
}
