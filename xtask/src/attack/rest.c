/* Starts the rest of a program with many numbers; a number decides what the rest does. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILED = 66, SANITIZED = 67, RUNS = 250 };

void start(void);

static unsigned long long state;

/* A number below n. */
unsigned choice(unsigned n) {
    unsigned long long z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return (unsigned)((z ^ z >> 31) % n);
}

void reach_error(void) { _exit(FAILED); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    _exit(FAILED);
}

int main(void) {
    for (int run = 0; run < RUNS; run++) {
        int status = 0;
        fflush(stdout);
        pid_t child = fork();
        if (child < 0)
            return 1;
        if (child == 0) {
            alarm(3);
            state = SEED + run * 7919ull;
            if (!freopen("/dev/null", "w", stderr))
                _exit(1);
            start();
            _exit(0);
        }
        while (waitpid(child, &status, 0) < 0)
            if (errno != EINTR)
                return 1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == FAILED) {
            printf("failed %d\n", run);
            return 0;
        }
        if (WIFEXITED(status) && WEXITSTATUS(status) == SANITIZED) {
            printf("faulted %d\n", run);
            return 0;
        }
    }
    return 0;
}
