//@ stdout: ok
// time stores what it returns and does not run backwards.
#include <stdio.h>
#include <time.h>

int main(void)
{
    time_t a, b;
    a = time(&b);
    time_t c = time(NULL);
    puts(a == b && a != (time_t)-1 && c >= a ? "ok" : "bad");
    return 0;
}
