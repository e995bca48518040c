//@ stdout: digit 10
//@ stdout: upper 26
//@ stdout: lower 26
//@ stdout: alpha 52
//@ stdout: alnum 62
//@ stdout: space 6
//@ stdout: punct 32
//@ stdout: xdigit 22
//@ stdout: cntrl 33
//@ stdout: print 95
//@ stdout: graph 94
// How many of the ASCII characters are in each class.
#include <ctype.h>
#include <stdio.h>

static void count(const char *name, int (*f)(int))
{
    int n = 0;
    for (int c = 0; c < 128; c++)
        n += f(c) != 0;
    printf("%s %d\n", name, n);
}

static int digit(int c) { return isdigit(c); }
static int upper(int c) { return isupper(c); }
static int lower(int c) { return islower(c); }
static int alpha(int c) { return isalpha(c); }
static int alnum(int c) { return isalnum(c); }
static int space(int c) { return isspace(c); }
static int punct(int c) { return ispunct(c); }
static int xdigit(int c) { return isxdigit(c); }
static int cntrl(int c) { return iscntrl(c); }
static int print(int c) { return isprint(c); }
static int graph(int c) { return isgraph(c); }

int main(void)
{
    count("digit", digit);
    count("upper", upper);
    count("lower", lower);
    count("alpha", alpha);
    count("alnum", alnum);
    count("space", space);
    count("punct", punct);
    count("xdigit", xdigit);
    count("cntrl", cntrl);
    count("print", print);
    count("graph", graph);
    return 0;
}
