//@ error: 3: deliberately stopped
#if __INT_MAX__ == 2147483647
#error Deliberately stopped
#endif
int main(void) { return 0; }
