//@ stdin: 3
//@ stdin: first line
//@ stdin: second
//@ stdout: 3 then [ line]
//@ stdout: [second]
//@ stdout: end
// A number, the rest of its line, a word and whole lines from one stream.
#include <stdio.h>
#include <string.h>

int main(void)
{
    int n;
    char w[8], line[32];
    if (scanf("%d", &n) != 1 || getchar() != '\n' || scanf("%7s", w) != 1)
        return 1;
    if (strcmp(w, "first") != 0 || !fgets(line, sizeof line, stdin))
        return 2;
    line[strcspn(line, "\n")] = '\0';
    printf("%d then [%s]\n", n, line);
    if (!fgets(line, sizeof line, stdin))
        return 3;
    line[strcspn(line, "\n")] = '\0';
    printf("[%s]\n", line);
    puts(fgets(line, sizeof line, stdin) ? "more" : "end");
    return 0;
}
