struct net_device;
extern struct net_device *alloc_netdev(int);
extern int register_netdev(struct net_device *);
extern void unregister_netdev(struct net_device *), free_netdev(struct net_device *);

static struct net_device *device;

static int load(void)
{
    int status;
    device = alloc_netdev(0);
    if (!device)
        return -12;
    status = register_netdev(device);
    return status;
}

static void unload(void)
{
    unregister_netdev(device);
    free_netdev(device);
}

int main(void)
{
    if (load() == 0 || device)
        unload();
    return 0;
}
