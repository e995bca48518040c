/* program: Invert String
 * sizes: up to 5 characters
 * verdict: violated (the first place is written twice)
 *
 * A text of unknown length and content, written backwards into another one; both
 * are then read against one another.
 */
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define ROOM 5

static void check(int holds)
{
    if (!holds)
        reach_error();
}

static void invert(const char *text, char *turned, int length)
{
    int at = 0;

    for (int i = length - 1; i >= 0; i--) {
        turned[at] = text[i];
        at += i < length - 1;
    }
}

int main(void)
{
    char text[ROOM], turned[ROOM];
    int length = __VERIFIER_nondet_int();
    int at;

    if (length < 1 || length > ROOM)
        return 0;
    for (int i = 0; i < length; i++)
        text[i] = __VERIFIER_nondet_char();
    invert(text, turned, length);
    at = length - 1;
    for (int i = 0; i < length; i++) {
        check(text[i] == turned[at]);
        at--;
    }
    return 0;
}
