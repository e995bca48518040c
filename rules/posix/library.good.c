extern void *dlopen(const char *, int);
extern void *dlsym(void *, const char *);
extern int dlclose(void *);

static int has(const char *path, const char *name)
{
    int found = 0;
    void *library = dlopen(path, 1);
    if (library) {
        found = dlsym(library, name) != 0;
        dlclose(library);
    }
    return found;
}

int main(void)
{
    return has("libm.so.6", "cos") + has("libc.so.6", "puts") > 1;
}
