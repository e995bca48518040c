/* Unknown: the proof hinges on floating point. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    double d = x;
    if (d * d < 0.0)
        reach_error();
    return 0;
}
