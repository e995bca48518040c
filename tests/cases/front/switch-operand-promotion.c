// The controlling expression is promoted, and case labels convert to that type.
int main(void) {
    unsigned char u = 255;
    signed char s = -1;
    int hits = 0;
    switch (u) { case -1: return 1; case 255: hits++; }
    switch (s) { case 255: return 2; case -1: hits++; }
    switch (u + 1) { case 0: return 3; case 256: hits++; }
    switch ((unsigned char)(u + 1)) { case 0: hits++; break; default: return 4; }
    switch ((_Bool)5) { case 1: hits++; }
    struct { int b : 2; } v = { 3 };
    switch (v.b) { case 3: return 5; case -1: hits++; }
    switch (0u) { case 4294967296: hits++; }
    return hits == 7 ? 0 : 6;
}
