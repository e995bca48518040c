union w { char text[8]; struct { char first; char rest[7]; } s; unsigned short h[4]; };
int main(void) {
    union w u = { "abcdefg" };
    if (u.s.first != 'a' || u.s.rest[0] != 'b') return 1;
    u.h[1] = 'X' | 'Y' << 8;
    if (u.text[2] != 'X' || u.text[3] != 'Y') return 2;
    u.s.rest[6] = '!';
    if (u.text[7] != '!') return 3;
    union w *p = &u;
    char *q = p->text;
    *q = 'Q';
    return p->s.first == 'Q' && u.h[0] == ('Q' | 'b' << 8) ? 0 : 4;
}
