//@ stdout: hello -1 3 0 44
//@ stdout: ab
#include <stdarg.h>
extern char *malloc(), *strcpy();
extern int strlen();
void free();
void *calloc(int, int);
int putchar(char);
int printf(const char *, ...);
int take(p, n) char *p; long n; { return p ? (int)n : -1; }
int cut(c) char c; { return c; }
int main() {
    char *s = malloc(strlen("hello") + 1);
    strcpy(s, "hello");
    int n = 3, *q = calloc(n, sizeof(int));
    printf("%s %d %d %d %d\n", s, take(0, 5), take(s, n), q[2], cut(300));
    free(s);
    for (char c = 'a'; c < 'c'; c++) putchar(c);
    putchar('\n');
    return 0;
}
