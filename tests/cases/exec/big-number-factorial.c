//@ stdout: 30414093201713378043612608166064768844377641568960512000000000000
// Fifty factorial in decimal digits.
#include <stdio.h>

int main(void)
{
    int digit[80] = { 1 }, len = 1;
    for (int n = 2; n <= 50; n++) {
        int carry = 0;
        for (int i = 0; i < len || carry; i++) {
            int t = (i < len ? digit[i] : 0) * n + carry;
            digit[i] = t % 10;
            carry = t / 10;
            if (i >= len)
                len = i + 1;
        }
    }
    while (len > 0)
        putchar('0' + digit[--len]);
    putchar('\n');
    return 0;
}
