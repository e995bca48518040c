//@ stdout: 3.141593 -0.500000 0.000000
//@ stdout: [3.14] [3] [3.] [   3.1] [003.1] [+3.1]
//@ stdout: 0 2 2 4
//@ stdout: 0.3 1.3 -0.1
//@ stdout: 1000000000000000000000.0
//@ stdout: inf -inf [   inf] [-0.0]
// %f: the default of six digits, ties of exact halves go to even.
#include <stdio.h>

int main(void)
{
    double zero = 0.0;
    printf("%f %f %f\n", 3.14159265, -0.5, 0.0);
    printf("[%.2f] [%.0f] [%#.0f] [%6.1f] [%05.1f] [%+.1f]\n", 3.14159, 3.14159, 3.14159, 3.14159,
           3.14159, 3.14159);
    printf("%.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, 3.5);
    printf("%.1f %.1f %.1f\n", 0.26, 1.34, -0.14);
    printf("%.1f\n", 1e21);
    printf("%f %f [%6f] [%.1f]\n", 1 / zero, -1 / zero, 1 / zero, -zero);
    return 0;
}
