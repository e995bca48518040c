//@ exit: 0
// Numbers out of range, and characters of no bytes: what errno is.
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    double d = 0;
    float f = 0;
    errno = 0;
    assert(sscanf("1e999", "%lf", &d) == 1 && isinf(d) && errno == ERANGE);
    errno = 0;
    assert(sscanf("1e99", "%f", &f) == 1 && isinf(f) && errno == ERANGE);
    errno = 0;
    assert(sscanf("1e-999", "%lf", &d) == 1 && d == 0 && errno == ERANGE);
    errno = 0;
    assert(sscanf("0x1p3 inf", "%lf %f", &d, &f) == 2 && d == 8 && isinf(f) && errno == 0);
    wchar_t w;
    assert(mbtowc(&w, "a", 0) == -1 && mblen("a", 0) == -1 && errno == 0);
    return 0;
}
