//@ exit: 0
//@ stdout: ??? ??? 31 12:00:00 1999
#include <stdio.h>
#include <time.h>
int main(void)
{
    struct tm t = {.tm_mday = 31, .tm_wday = 9, .tm_mon = 15, .tm_year = 99, .tm_hour = 12};
    printf("%s", asctime(&t));
    return 0;
}
