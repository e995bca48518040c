struct resource;
extern struct resource *request_region(unsigned long, unsigned long, const char *);
extern void release_region(unsigned long, unsigned long);
extern unsigned char inb(unsigned long);

enum { BASE = 0x3f8, PORTS = 8 };

int main(void)
{
    if (!request_region(BASE, PORTS, "serial"))
        return 1;
    for (int i = 0; i <= PORTS; i++)
        if (inb(BASE + i) == 0xff)
            break;
    release_region(BASE, PORTS);
    return 0;
}
