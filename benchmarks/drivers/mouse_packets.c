/* rule: linux/rcu
 * verdict: proved
 * mutant: violated (the handler is looked up after the read side has ended)
 *
 * Packets of three bytes; the handler for a packet is protected.
 */
#include "kernel.h"

struct handler {
    int wheels, buttons;
    unsigned events;
};

static struct handler handlers[2];
static u8 packet[3];
static int at;

static int is_start(u8 byte)
{
    return byte & 8;
}

static int collect(u8 byte)
{
    if (at == 0 && !is_start(byte))
        return 0;
    packet[at] = byte;
    at++;
    if (at < 3)
        return 0;
    at = 0;
    return 1;
}

static void deliver(int wheel)
{
    struct handler *h;

    rcu_read_lock();
#ifdef BROKEN
    if (wheel == 0)
        rcu_read_unlock();
    h = rcu_dereference(&handlers[wheel & 1]);
    h->events++;
    if (wheel != 0)
        rcu_read_unlock();
#else
    h = rcu_dereference(&handlers[wheel & 1]);
    h->events++;
    rcu_read_unlock();
#endif
}

static int x, y;
static unsigned resyncs;

static int extend(u8 byte, int negative)
{
    return negative ? (int)byte - 256 : (int)byte;
}

static void move(void)
{
    if (packet[0] & 0xc0) {
        resyncs++;
        return;
    }
    x += extend(packet[1], packet[0] & 0x10);
    y -= extend(packet[2], packet[0] & 0x20);
    if (x < 0)
        x = 0;
    if (y < 0)
        y = 0;
}

static void quiesce(void)
{
    handlers[0].buttons = 0;
    handlers[1].buttons = 0;
    synchronize_rcu();
    resyncs = 0;
}

int main(void)
{
    quiesce();
    for (int i = 0; i < 6; i++)
        if (collect((u8)any())) {
            move();
            deliver(packet[0] & 1);
        }
    return handlers[0].events;
}
