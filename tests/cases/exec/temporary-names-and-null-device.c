//@ stdout: differ 1
//@ stdout: text
//@ stdout: end 1
// Temporary names are fresh; the null device is empty.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char a[L_tmpnam];
    if (!tmpnam(a))
        return 1;
    FILE *f = fopen(a, "w");
    if (!f)
        return 1;
    fputs("text\n", f);
    fclose(f);
    char *b = tmpnam(NULL);
    printf("differ %d\n", strcmp(a, b) != 0);
    char line[16];
    f = fopen(a, "r");
    if (f && fgets(line, sizeof line, f))
        printf("%s", line);
    if (f)
        fclose(f);
    remove(a);
    f = fopen("/dev/null", "r");
    printf("end %d\n", f && getc(f) == EOF);
    if (f)
        fclose(f);
    return 0;
}
