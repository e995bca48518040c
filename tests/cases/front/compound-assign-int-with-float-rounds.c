//@ data-model: lp64
// int += float computes in float, so the value is rounded to 24 bits on the way.
int main(void) {
    int i = 16777217;
    i += 0.0f;
    if (i != 16777216) return 1;
    i = 16777217;
    i += 0.0;
    if (i != 16777217) return 2;
    long long l = 9007199254740993;
    l += 0.0;
    if (l != 9007199254740992) return 3;
    return 0;
}
