//@ library: musl
//@ asks: a date is made of any seconds: within the table of months
//@ flags: -I$SRC -Dhidden=
//@ bug: src/time/__secs_to_tm.c: s/if (yday >= 365+leap)/if (yday > 365+leap)/
//@ bug-note: the first day of a year is the last of the one before
//@ bug-kind: assertion
//@ bound: none
#include "harness.h"
#include <time.h>
#include "src/time/__secs_to_tm.c"

int main(void)
{
    struct tm tm = {0};
    long long t = __VERIFIER_nondet_long();
    if (__secs_to_tm(t, &tm) == 0) {
        assert(0 <= tm.tm_mon && tm.tm_mon < 12 && 1 <= tm.tm_mday && tm.tm_mday <= 31);
        assert(0 <= tm.tm_yday && tm.tm_yday < 366 && 0 <= tm.tm_sec && tm.tm_sec < 60 && 0 <= tm.tm_hour && tm.tm_hour < 24);
        assert(tm.tm_yday < 365 || tm.tm_year % 4 == 0);
    }
    return 0;
}
