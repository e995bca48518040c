//@ gcc: sanitize
// strlen of a freed duplicate.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *s = strdup("hello");
    if (!s)
        return 1;
    free(s);
    return strlen(s) != 5; //~ fault: dangling
}
