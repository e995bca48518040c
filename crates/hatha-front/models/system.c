/* <unistd.h>, <fcntl.h>, <sys/stat.h>: calls of the system of which only the result is known.
 * In a closed world they succeed. */

extern _Bool __hatha_choose_failure_of_the_system(void);
extern unsigned __hatha_choose_number_of_a_process(void);
extern unsigned __hatha_choose_number_of_a_user(void);
extern _Bool __hatha_choose_whether_it_is_a_terminal(void);
extern unsigned __hatha_choose_descriptor(void);
extern unsigned char __hatha_choose_byte_of_the_working_directory(void);
extern size_t __hatha_choose_length_of_the_working_directory(void);
extern void __hatha_unsupported_working_directory_without_a_buffer(void);
extern _Bool __hatha_choose_whether_the_child_goes_on(void);
extern _Bool __hatha_choose_whether_the_real_user_changes(void);
extern _Bool __hatha_choose_whether_the_real_group_changes(void);
extern void __hatha_unsupported_change_of_several_users_or_groups(void);
extern void __hatha_assume(int condition);
extern int __hatha_any_error(void);
extern int *__errno_location(void);

static int fail(void)
{
    *__errno_location() = __hatha_any_error();
    return -1;
}

/* 0, or -1 and the number of an error. */
static int attempt(void)
{
    return __hatha_open && __hatha_choose_failure_of_the_system() ? fail() : 0;
}

/* Numbers of processes are positive. */
static int process(void)
{
    int number = (int)(__hatha_choose_number_of_a_process() >> 1);
    return number | (number == 0);
}

static int own;

static int self(void)
{
    if (own == 0)
        own = process();
    return own;
}

int getpid(void)
{
    return self();
}

/* Another process, and another one once the parent has ended. A parent outside of the own name
 * space has the number 0. */
int getppid(void)
{
    return (int)(__hatha_choose_number_of_a_process() >> 1);
}

/* What goes on is the parent or the child, which has a number of its own. */
int fork(void)
{
    int before = self();
    if (attempt() < 0)
        return -1;
    int child = process();
    __hatha_assume(child != before);
    if (!__hatha_choose_whether_the_child_goes_on())
        return child;
    own = child;
    return 0;
}

/* A process keeps its users and groups unless it changes them. */
static _Bool has_user, has_effective_user, has_group, has_effective_group;
static unsigned user, effective_user, group, effective_group;

unsigned getuid(void)
{
    if (!has_user)
        user = __hatha_choose_number_of_a_user();
    has_user = 1;
    return user;
}

unsigned geteuid(void)
{
    if (!has_effective_user)
        effective_user = __hatha_choose_number_of_a_user();
    has_effective_user = 1;
    return effective_user;
}

unsigned getgid(void)
{
    if (!has_group)
        group = __hatha_choose_number_of_a_user();
    has_group = 1;
    return group;
}

unsigned getegid(void)
{
    if (!has_effective_group)
        effective_group = __hatha_choose_number_of_a_user();
    has_effective_group = 1;
    return effective_group;
}

static int become(unsigned id)
{
    if (attempt() < 0)
        return -1;
    effective_user = id;
    has_effective_user = 1;
    return 0;
}

static int join(unsigned id)
{
    if (attempt() < 0)
        return -1;
    effective_group = id;
    has_effective_group = 1;
    return 0;
}

int seteuid(unsigned id)
{
    return become(id);
}

int setegid(unsigned id)
{
    return join(id);
}

/* A process with the right to do so changes its real user, too. */
int setuid(unsigned id)
{
    if (become(id) < 0)
        return -1;
    if (__hatha_choose_whether_the_real_user_changes()) {
        user = id;
        has_user = 1;
    }
    return 0;
}

int setgid(unsigned id)
{
    if (join(id) < 0)
        return -1;
    if (__hatha_choose_whether_the_real_group_changes()) {
        group = id;
        has_group = 1;
    }
    return 0;
}

int setreuid(unsigned id, unsigned effective)
{
    __hatha_unsupported_change_of_several_users_or_groups();
    return 0;
}

int setregid(unsigned id, unsigned effective)
{
    __hatha_unsupported_change_of_several_users_or_groups();
    return 0;
}

int setresuid(unsigned id, unsigned effective, unsigned saved)
{
    __hatha_unsupported_change_of_several_users_or_groups();
    return 0;
}

int setresgid(unsigned id, unsigned effective, unsigned saved)
{
    __hatha_unsupported_change_of_several_users_or_groups();
    return 0;
}

/* A descriptor may be no open one, or that of anything else. */
int isatty(int fd)
{
    if (fd >= 0 && __hatha_open && __hatha_choose_whether_it_is_a_terminal())
        return 1;
    if (fd >= 0 && __hatha_open)
        fail();
    else
        *__errno_location() = fd < 0 ? 9 /* EBADF */ : 25 /* ENOTTY */;
    return 0;
}

int close(int fd)
{
    if (fd < 0) {
        *__errno_location() = 9; /* EBADF */
        return -1;
    }
    return attempt();
}

/* The system reads a path to its end. */
static int attempt_on(const char *path)
{
    size_t n = 0;
    while (path[n])
        n++;
    return attempt();
}

int access(const char *path, int mode)
{
    return attempt_on(path);
}

int chdir(const char *path)
{
    return attempt_on(path);
}

int rmdir(const char *path)
{
    return attempt_on(path);
}

int mkdir(const char *path, unsigned mode)
{
    return attempt_on(path);
}

int fsync(int fd)
{
    return attempt();
}

int dup(int fd)
{
    if (fd < 0 || (__hatha_open && __hatha_choose_failure_of_the_system()))
        return fail();
    return (int)(__hatha_choose_descriptor() >> 1);
}

int dup2(int fd, int to)
{
    if (fd < 0 || to < 0 || (__hatha_open && __hatha_choose_failure_of_the_system()))
        return fail();
    return to;
}

/* A name of fewer than n bytes that starts with a slash, or null. */
char *getcwd(char *to, size_t n)
{
    if (to == 0)
        __hatha_unsupported_working_directory_without_a_buffer();
    if (n < 2 || (__hatha_open && __hatha_choose_failure_of_the_system())) {
        fail();
        return 0;
    }
    size_t length = __hatha_open ? __hatha_choose_length_of_the_working_directory() : 1;
    if (length < 1 || length >= n) {
        fail();
        return 0;
    }
    to[0] = '/';
    for (size_t i = 1; i < length; i++) {
        char c = (char)__hatha_choose_byte_of_the_working_directory();
        to[i] = c ? c : '_';
    }
    to[length] = '\0';
    return to;
}
