/* rule: linux/urb
 * verdict: proved
 * mutant: violated (the second urb is not killed when the first one failed)
 *
 * Two urbs that fly alternately; both have landed before they are freed.
 */
#include "kernel.h"

struct stream {
    int frames, errors;
};

static int send(struct stream *s, struct urb *u)
{
    int status = usb_submit_urb(u, GFP_ATOMIC);
    if (status)
        s->errors++;
    else
        s->frames++;
    return status;
}

static int play(struct stream *s)
{
    struct urb *even, *odd;
    int status = -ENOMEM;

    even = usb_alloc_urb(8, GFP_KERNEL);
    if (!even)
        return status;
    odd = usb_alloc_urb(8, GFP_KERNEL);
    if (!odd)
        goto free_even;
    status = send(s, even);
    if (status)
        goto free_both;
    status = send(s, odd);
    if (status == 0 && any())
        status = -EIO;
#ifdef BROKEN
    if (status != -EIO)
#endif
    usb_kill_urb(odd);
    usb_kill_urb(even);
free_both:
    usb_free_urb(odd);
free_even:
    usb_free_urb(even);
    return status;
}

int main(void)
{
    static struct stream s;
    return play(&s) == 0 ? s.frames : s.errors;
}
