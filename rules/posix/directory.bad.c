typedef struct dirstream DIR;
struct dirent;
extern DIR *opendir(const char *);
extern struct dirent *readdir(DIR *);
extern int closedir(DIR *);

static int count(const char *path)
{
    int n = 0;
    DIR *d = opendir(path);
    if (!d)
        return 0;
    while (readdir(d))
        if (++n == 2)
            return n;
    closedir(d);
    return n;
}

int main(void)
{
    return count("here") > 1;
}
