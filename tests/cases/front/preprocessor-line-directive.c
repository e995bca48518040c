//@ stdout: 700 renamed.c
//@ stdout: 702 other
#include <stdio.h>
#define N 900 "later.c"
int main(void) {
#line 700 "renamed.c"
    printf("%d %s\n", __LINE__, __FILE__);
# 702 "other"
    printf("%d %s\n", __LINE__, __FILE__);
#line N
    return __LINE__ == 900 && __FILE__[0] == 'l' ? 0 : 1;
}
