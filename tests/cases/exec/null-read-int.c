//@ gcc: sanitize
// Reading through a null pointer.
static int get(const int *p)
{
    return *p; //~ fault: null-dereference
}

int main(void)
{
    int x = 0;
    return get(&x) + get(0);
}
