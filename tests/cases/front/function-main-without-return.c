//@ stdout: done
// Reaching the end of main is a return of zero.
int puts(const char *);
int main(void) {
    puts("done");
}
