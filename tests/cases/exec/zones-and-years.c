//@ exit: 0
// The zone of gmtime, a year that asctime has no room for, and optopt where nothing is wrong.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
    time_t t = 0;
    struct tm date = *gmtime(&t);
    assert(strcmp(date.tm_zone, "GMT") == 0);
    date.tm_year = INT_MAX;
    errno = 0;
    assert(!asctime(&date) && errno == EOVERFLOW);
    char *words[] = {"program", "-a", 0};
    assert(getopt(2, words, "a") == 'a' && optopt == 0);
    return 0;
}
