//@ gcc: sanitize
// The struct pointer is misaligned, hence so is its int member.
struct rec {
    char tag;
    int value;
};

int main(void)
{
    _Alignas(8) char raw[24] = { 0 };
    struct rec *r = (struct rec *)(raw + 2);
    r->value = 4; //~ fault: misaligned
    return 0;
}
