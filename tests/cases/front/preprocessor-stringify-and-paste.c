//@ stdout: a + "b\n" '\''
//@ stdout: X 5
//@ stdout: []
//@ stdout: x y
#include <stdio.h>
#define S(x) #x
#define XS(x) S(x)
#define X 5
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
int main(void) {
    int CAT(v, ar) = 3, v5 = 4;
    puts(S(a   +  "b\n"  '\''));
    printf("%s %s\n", S(X), XS(X));
    printf("[%s]\n", S());
    puts(S( x /* c */ y ));
    if (var != 3 || XCAT(v, X) != 4 || CAT(1, 2) != 12) return 1;
    if (CAT(, 7) != 7 || sizeof S("\0") != 5) return 2;
    return CAT(0x, F) == 15 ? 0 : 3;
}
