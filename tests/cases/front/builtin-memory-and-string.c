int main(void) {
    char a[16], b[] = "0123456789";
    __builtin_memset(a, 'z', sizeof a);
    __builtin_memcpy(a, b, 5);
    if (a[4] != '4' || a[5] != 'z') return 1;
    __builtin_memmove(b + 2, b, 6);
    if (__builtin_strcmp(b, "0101234589")) return 2;
    if (__builtin_memcmp("abc", "abd", 2) != 0 || __builtin_memcmp("a", "b", 1) >= 0) return 3;
    if (__builtin_strlen("four") != 4) return 4;
    if (__builtin_memcpy(a, "x", 2) != a || a[0] != 'x' || a[1]) return 5;
    if (__builtin_strchr(b, '5') != b + 7) return 6;
    return __builtin_abs(-3) == 3 ? 0 : 7;
}
