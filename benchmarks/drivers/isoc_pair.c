/* rule: linux/urb
 * verdict: proved
 * mutant: violated (the second urb is not killed when the first one failed)
 *
 * Two urbs that fly alternately; both have landed before they are freed.
 */
#include "kernel.h"

struct stream {
    unsigned frames, errors;
    int rate, channels, interval;
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

static int set_rate(struct stream *s, int rate)
{
    switch (rate) {
    case 8000:
    case 16000:
        s->interval = 8;
        break;
    case 44100:
    case 48000:
        s->interval = 1;
        break;
    default:
        return -EINVAL;
    }
    s->rate = rate;
    return 0;
}

static int packet_bytes(struct stream *s)
{
    if (s->channels < 1 || s->channels > 2)
        return -EINVAL;
    return s->rate / 1000 * s->interval * 2 * s->channels;
}

static int open_stream(struct stream *s, int rate, int channels)
{
    int status = set_rate(s, rate);

    if (status)
        return status;
    s->channels = channels;
    status = packet_bytes(s);
    if (status < 0)
        return status;
    if (status > 1023)
        return -ENOMEM;
    return play(s);
}

int main(void)
{
    static struct stream s;

    return open_stream(&s, any(), any()) == 0 ? s.frames : s.errors;
}
