struct urb;
extern struct urb *usb_alloc_urb(int, unsigned);
extern int usb_submit_urb(struct urb *, unsigned);
extern void usb_kill_urb(struct urb *), usb_free_urb(struct urb *);

static int transfer(int retries)
{
    int status = -12;
    struct urb *u = usb_alloc_urb(0, 0);
    if (!u)
        return status;
    while (retries-- > 0) {
        status = usb_submit_urb(u, 0);
        if (status == 0) {
            usb_kill_urb(u);
            break;
        }
    }
    usb_free_urb(u);
    return status;
}

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    return transfer(__VERIFIER_nondet_int()) < 0;
}
