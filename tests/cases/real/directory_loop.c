//@ rule: posix/directory
//@ entry: scan
//@ options: --without-model str*
//@ truth: kept
//@ today: unknown: hinges on memory
// All entries of two directories are looked at, one directory after the other; what is
// skipped hinges on text that `strncpy` (without its model) may have changed.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static int look(const char *path, int *count)
{
    DIR *d = opendir(path);
    struct dirent *e;
    if (!d)
        return -1;
    while ((e = readdir(d)) != NULL) {
        char name[256];
        if (e->d_name[0] == '.')
            continue;
        strncpy(name, e->d_name, sizeof name);
        if (strlen(name) > 3)
            (*count)++;
    }
    closedir(d);
    return 0;
}

int scan(void)
{
    int count = 0;
    look("/etc/one", &count);
    look("/etc/two", &count);
    return count;
}
