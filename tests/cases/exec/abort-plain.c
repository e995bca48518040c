//@ exit: 134
//@ gcc: sanitize
// A call to abort.
#include <stdlib.h>

int main(void)
{
    int ok = 0;
    if (!ok)
        abort(); //~ fault: abort
    return 0;
}
