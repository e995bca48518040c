struct resource;
extern struct resource *request_region(unsigned long, unsigned long, const char *);
extern void release_region(unsigned long, unsigned long);
extern unsigned char inb(unsigned long);
extern void outb(unsigned char, unsigned long);

enum { BASE = 0x3f8, PORTS = 8 };

static int detect(void)
{
    outb(0x10, BASE + 4);
    for (int i = 0; i < PORTS; i++)
        if (inb(BASE + i) == 0xff)
            return -19;
    return 0;
}

int main(void)
{
    int status;
    if (!request_region(BASE, PORTS, "serial"))
        return 1;
    status = detect();
    release_region(BASE, PORTS);
    return status < 0;
}
