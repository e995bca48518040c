//@ stdout: a = b ; c "/*x*/" d / e
// Comments are stripped by a state machine that knows of strings.
#include <stdio.h>

enum state { CODE, SLASH, COMMENT, STAR, STRING };

int main(void)
{
    const char *s = "a = b/* gone **/ ; c \"/*x*/\" d / e/**/";
    enum state st = CODE;
    for (; *s; s++) {
        switch (st) {
        case CODE:
            if (*s == '/')
                st = SLASH;
            else {
                putchar(*s);
                if (*s == '"')
                    st = STRING;
            }
            break;
        case SLASH:
            if (*s == '*')
                st = COMMENT;
            else {
                printf("/%c", *s);
                st = CODE;
            }
            break;
        case COMMENT:
            if (*s == '*')
                st = STAR;
            break;
        case STAR:
            st = *s == '/' ? CODE : *s == '*' ? STAR : COMMENT;
            break;
        case STRING:
            putchar(*s);
            if (*s == '"')
                st = CODE;
        }
    }
    putchar('\n');
    return 0;
}
