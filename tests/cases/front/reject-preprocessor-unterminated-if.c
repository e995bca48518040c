//@ error: 2: unterminated
#ifdef NOT_DEFINED_ANYWHERE
int main(void) { return 0; }
