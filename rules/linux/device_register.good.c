struct net_device;
extern struct net_device *alloc_netdev(int);
extern int register_netdev(struct net_device *);
extern void unregister_netdev(struct net_device *), free_netdev(struct net_device *);
extern int __VERIFIER_nondet_int(void);

static struct net_device *device;

static int load(void)
{
    int status = -12;
    device = alloc_netdev(0);
    if (!device)
        goto fail;
    status = register_netdev(device);
    if (status)
        goto fail_register;
    return 0;
fail_register:
    free_netdev(device);
fail:
    return status;
}

static void unload(void)
{
    unregister_netdev(device);
    free_netdev(device);
}

int main(void)
{
    if (load() == 0)
        unload();
    return 0;
}
