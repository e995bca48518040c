//@ stdout: olleh
//@ stdout: a
//@ stdout: []
//@ stdout: yes no
// In-place reversal by two pointers.
#include <stdio.h>
#include <string.h>

static char *reverse(char *s)
{
    if (*s) {
        char *l = s, *r = s + strlen(s) - 1;
        while (l < r) {
            char t = *l;
            *l++ = *r;
            *r-- = t;
        }
    }
    return s;
}

static const char *palindrome(const char *s)
{
    char t[32];
    strcpy(t, s);
    return strcmp(reverse(t), s) == 0 ? "yes" : "no";
}

int main(void)
{
    char a[] = "hello", b[] = "a", c[] = "";
    puts(reverse(a));
    puts(reverse(b));
    printf("[%s]\n", reverse(c));
    printf("%s %s\n", palindrome("rotator"), palindrome("rotate"));
    return 0;
}
