/* Runs program_main once for each vector of inputs: CALLS inputs of BITS bits each. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef BITS
#define BITS 4
#endif
#ifndef CALLS
#define CALLS 2
#endif

enum { FAILED = 66, SANITIZER = 67, CUT = 68, OPEN = 77 };

int program_main(void);

static unsigned long long vector;
static int calls;
static int observed[2];

static unsigned long long input(void) {
    if (calls >= CALLS)
        _exit(OPEN);
    return vector >> (BITS * calls++) & ((1ull << BITS) - 1);
}

#define INPUT(name, type) \
    type __VERIFIER_nondet_##name(void) { return (type)input(); }
INPUT(char, char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
INPUT(bool, _Bool)

void reach_error(void) { _exit(FAILED); }
void __VERIFIER_error(void) { _exit(FAILED); }
void __VERIFIER_assume(int condition) {
    if (!condition)
        _exit(CUT);
}
void hatha_requires(int condition) {
    if (!condition)
        _exit(FAILED);
}
void hatha_ensures(int condition) { hatha_requires(condition); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    _exit(FAILED);
}
/* A value that the generator wants to know. */
void attack_observe(long long value) {
    if (write(observed[1], &value, sizeof value) != sizeof value)
        _exit(OPEN);
}

static void show_values(void) {
    long long value;
    while (read(observed[0], &value, sizeof value) == sizeof value)
        printf("value %lld\n", value);
}

/* What the sanitizers say goes to a file, of which the lines about the program are shown. */
#ifdef TELL
static void listen(void) {
    int file = open("told.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (file < 0 || dup2(file, 2) < 0)
        _exit(OPEN);
}

/* The debugging data is read once, here, and not in every run that faults. */
void __sanitizer_symbolize_pc(void *pc, const char *format, char *text, size_t size);
static void prepare(void) {
    char text[256];
    __sanitizer_symbolize_pc((void *)program_main, "%L", text, sizeof text);
}

static void tell(unsigned long long vector) {
    char line[4096];
    FILE *file = fopen("told.txt", "r");
    while (file && fgets(line, sizeof line, file))
        if (strstr(line, "program.c:") || strstr(line, "ERROR: AddressSanitizer"))
            printf("reported %llu %s", vector, line);
    if (file)
        fclose(file);
}
#else
static void listen(void) {
    if (!freopen("/dev/null", "w", stderr))
        _exit(OPEN);
}

static void prepare(void) {}

static void tell(unsigned long long vector) { (void)vector; }
#endif

static int run(void) {
    int status;
    pid_t child = fork();
    if (child < 0)
        return OPEN;
    if (child == 0) {
        alarm(3);
        calls = 0;
        listen();
        if (!freopen("/dev/null", "w", stdout))
            _exit(OPEN);
        program_main();
        _exit(0);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return OPEN;
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU ? OPEN : SANITIZER;
    return WEXITSTATUS(status);
}

int main(void) {
    long long failed = -1, faulted = -1, open = -1;
    unsigned long long vectors = 1ull << (BITS * CALLS);
    if (pipe(observed) != 0 || fcntl(observed[0], F_SETFL, O_NONBLOCK) != 0)
        return 1;
    prepare();
    for (vector = 0; vector < vectors && failed < 0 && open < 0; vector++) {
        fflush(stdout);
        switch (run()) {
        case FAILED: failed = vector; break;
        case SANITIZER:
            faulted = faulted < 0 ? (long long)vector : faulted;
            tell(vector);
            break;
        case OPEN: open = vector; break;
        }
        show_values();
    }
    printf("truth %lld %lld %lld\n", failed, faulted, open);
    return 0;
}
