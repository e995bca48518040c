/* Declarations for programs in the style of Linux drivers. */
#ifndef DRIVERS_KERNEL_H
#define DRIVERS_KERNEL_H

typedef unsigned long size_t;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef struct spinlock { u32 raw; } spinlock_t;
struct mutex { long owner; };
struct completion { unsigned done; };
struct clk { int id; };
struct device { int id; };
struct module { int state; };
struct urb;
struct net_device;
struct resource;

#define NULL ((void *)0)
#define EIO 5
#define ENOMEM 12
#define EBUSY 16
#define ENODEV 19
#define EINVAL 22
#define ENOTTY 25
#define ETIMEDOUT 110
#define GFP_KERNEL 0xcc0u
#define GFP_ATOMIC 0x820u

extern void spin_lock_init(spinlock_t *);
extern void spin_lock(spinlock_t *), spin_unlock(spinlock_t *);
extern int spin_trylock(spinlock_t *);
extern void spin_lock_irqsave(spinlock_t *, unsigned long);
extern void spin_unlock_irqrestore(spinlock_t *, unsigned long);
extern void mutex_lock(struct mutex *), mutex_unlock(struct mutex *);
extern int mutex_lock_interruptible(struct mutex *), mutex_trylock(struct mutex *);
extern void rcu_read_lock(void), rcu_read_unlock(void), synchronize_rcu(void);
extern void *rcu_dereference_raw(void *);
#define rcu_dereference(p) (rcu_dereference_raw(p), (p))
extern unsigned long arch_local_irq_save(void);
extern void arch_local_irq_restore(unsigned long);
extern void local_irq_disable(void), local_irq_enable(void);
extern int request_irq(unsigned, void *, unsigned long, const char *, void *);
extern void free_irq(unsigned, void *), disable_irq(unsigned), enable_irq(unsigned);
extern void init_completion(struct completion *), reinit_completion(struct completion *);
extern void complete(struct completion *), wait_for_completion(struct completion *);
extern unsigned long wait_for_completion_timeout(struct completion *, unsigned long);
extern _Bool try_module_get(struct module *);
extern void __module_get(struct module *), module_put(struct module *);
extern struct urb *usb_alloc_urb(int, unsigned);
extern int usb_submit_urb(struct urb *, unsigned);
extern void usb_kill_urb(struct urb *), usb_free_urb(struct urb *);
extern int clk_prepare(struct clk *), clk_enable(struct clk *);
extern void clk_disable(struct clk *), clk_unprepare(struct clk *);
extern unsigned long clk_get_rate(struct clk *);
extern void msleep(unsigned), schedule(void);
extern void *vmalloc(unsigned long);
extern void *kmalloc(size_t, unsigned), *krealloc(const void *, size_t, unsigned);
extern void kfree(const void *);
extern unsigned long dma_map_single(struct device *, void *, size_t, int);
extern int dma_mapping_error(struct device *, unsigned long);
extern void dma_unmap_single(struct device *, unsigned long, size_t, int);
extern struct resource *request_region(unsigned long, unsigned long, const char *);
extern void release_region(unsigned long, unsigned long);
extern u8 inb(unsigned long);
extern void outb(u8, unsigned long);
extern struct net_device *alloc_netdev(int);
extern int register_netdev(struct net_device *);
extern void unregister_netdev(struct net_device *), free_netdev(struct net_device *);

/* What the hardware or the user decides. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define any() __VERIFIER_nondet_int()

#endif
