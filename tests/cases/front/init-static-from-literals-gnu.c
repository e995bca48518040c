/* gcc takes a scalar compound literal and a character of a string for constants. */
static int n = (int){ 7 };
static double d = (double){ 1 };
static int c = "a\\b"[1] - "a"[0] + sizeof (char[3]){ 1 };
static char *s = (char[]){ "xyz" };
int main(void) {
    static int local = (int){ 8 };
    if (n != 7 || d != 1 || local != 8) return 1;
    s[0]++;
    return c == '\\' - 'a' + 3 && s[0] == 'y' ? 0 : 2;
}
