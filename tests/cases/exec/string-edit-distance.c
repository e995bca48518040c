//@ stdout: 3 0 5 2
// Levenshtein's distance in one variable-length row.
#include <stdio.h>
#include <string.h>

static int distance(const char *a, const char *b)
{
    int n = (int)strlen(b), row[n + 1];
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diag = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int best = diag + (a[i - 1] != b[j - 1]);
            diag = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[n];
}

int main(void)
{
    printf("%d %d %d %d\n", distance("kitten", "sitting"), distance("same", "same"),
           distance("", "abcde"), distance("flaw", "lawn"));
    return 0;
}
