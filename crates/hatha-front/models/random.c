/* Pseudo-random numbers. */

int rand(void) {
    return __hatha_rand();
}

void srand(unsigned seed) {
    __hatha_srand(seed);
}

long random(void) {
    return __hatha_rand();
}

void srandom(unsigned seed) {
    __hatha_srand(seed);
}

int rand_r(unsigned *seed) {
    unsigned next = *seed;
    int result;
    next = next * 1103515245u + 12345u;
    result = (int)(next / 65536u % 2048u);
    next = next * 1103515245u + 12345u;
    result = result * 1024 ^ (int)(next / 65536u % 1024u);
    next = next * 1103515245u + 12345u;
    result = result * 1024 ^ (int)(next / 65536u % 1024u);
    *seed = next;
    return result;
}
