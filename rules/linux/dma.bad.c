typedef unsigned long size_t;
struct device { int id; };
extern unsigned long dma_map_single(struct device *, void *, size_t, int);
extern int dma_mapping_error(struct device *, unsigned long);
extern void dma_unmap_single(struct device *, unsigned long, size_t, int);
extern int __VERIFIER_nondet_int(void);

static char buffer[256];

static int transmit(struct device *d, int receive)
{
    unsigned long at = dma_map_single(d, buffer, sizeof buffer, receive ? 2 : 1);
    if (dma_mapping_error(d, at))
        return -12;
    dma_unmap_single(d, at, sizeof buffer, 1);
    return 0;
}

int main(void)
{
    static struct device d;
    return transmit(&d, __VERIFIER_nondet_int());
}
