//@ gcc: sanitize
// Each turn of the loop has its own local; the last one died at its end.
int main(void)
{
    int *last = 0;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int square = i * i;
        last = &square;
        sum += *last;
    }
    sum += *last; //~ fault: dangling
    return sum;
}
