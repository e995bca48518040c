#define PACK(n) _Pragma("pack(push, 1)") n _Pragma("pack(pop)")
PACK(struct p { char c; int i; };)
struct q { char c; int i; };
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma unknown nonsense ( tokens
int main(void) {
    #pragma GCC diagnostic pop
    _Pragma("GCC unroll 2")
    for (int i = 0; i < 1; i++)
        ;
    return sizeof(struct p) == 5 && sizeof(struct q) == 8 ? 0 : 1;
}
