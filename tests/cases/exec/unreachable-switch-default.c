//@ gcc: sanitize
// The value the program claims impossible does occur.
static int days(int month_kind)
{
    switch (month_kind) {
    case 0:
        return 28;
    case 1:
        return 30;
    case 2:
        return 31;
    default:
        __builtin_unreachable(); //~ fault: unreachable
    }
}

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 4; k++)
        sum += days(k);
    return sum == 0;
}
