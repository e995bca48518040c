// Arguments arrive promoted; narrowing happens on entry.
static int low(c, s, f) unsigned char c; short s; float f; {
    return c + s + (f == 0.5f) + (sizeof c == 1) + (sizeof f == 4);
}
int main(void) {
    if (low(0x101, 0x10002, 0.5) != 1 + 2 + 3) return 1;
    return 0;
}
