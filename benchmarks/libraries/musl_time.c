//@ library: musl
//@ asks: seconds that become a date become the same seconds again
//@ flags: -I$SRC -Dhidden=
//@ bug: src/time/__secs_to_tm.c: s/if (remyears == 4) remyears--;/if (remyears > 4) remyears--;/
//@ bug-note: the 29th of February becomes the first of March
//@ bug-kind: assertion
//@ bound: years 1600 to 2400
#include "harness.h"
#include <time.h>
#include "src/time/__secs_to_tm.c"
#include "src/time/__month_to_secs.c"
#include "src/time/__year_to_secs.c"
#include "src/time/__tm_to_secs.c"

int main(void)
{
    long long t = __VERIFIER_nondet_long();
    struct tm tm = {0};
    __VERIFIER_assume(t > -11644473600LL && t < 13569465600LL);
    assert(__secs_to_tm(t, &tm) == 0);
    assert(0 <= tm.tm_mon && tm.tm_mon < 12 && 1 <= tm.tm_mday && tm.tm_mday <= 31 && 0 <= tm.tm_wday && tm.tm_wday < 7);
    assert(__tm_to_secs(&tm) == t);
    return 0;
}
