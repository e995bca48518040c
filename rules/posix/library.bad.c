extern void *dlopen(const char *, int);
extern void *dlsym(void *, const char *);
extern int dlclose(void *);

static void *find(const char *path, const char *name)
{
    void *library = dlopen(path, 1);
    if (!library)
        return 0;
    dlclose(library);
    return dlsym(library, name);
}

int main(void)
{
    return find("libm.so.6", "cos") != 0;
}
