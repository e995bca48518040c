#define P_(a, b) a##b
#define P(a, b) P_(a, b)
int P(v, __COUNTER__) = 10, P(v, __COUNTER__) = 20;
_Static_assert(__COUNTER__ == 2, "");
_Static_assert(__STDC__ == 1 && __STDC_HOSTED__ == 1 && __STDC_VERSION__ >= 201112L, "");
_Static_assert(__CHAR_BIT__ == 8 && __INT_MAX__ == 2147483647, "");
_Static_assert(__SIZEOF_POINTER__ == sizeof(void *) && __SIZEOF_LONG__ == sizeof(long), "");
#ifdef __LP64__
_Static_assert(sizeof(long) == 8, "");
#else
_Static_assert(sizeof(long) == 4, "");
#endif
int main(void) {
    return v0 == 10 && v1 == 20 && __LINE__ == 14 && sizeof __DATE__ == 12 && sizeof __TIME__ == 9 ? 0 : 1;
}
