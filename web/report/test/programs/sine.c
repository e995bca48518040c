/* Unknown: the proof hinges on the sine, of which nothing is assumed. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern double sin(double);

int main(void)
{
    double d = __VERIFIER_nondet_int();
    if (sin(d) > 1.5)
        reach_error();
    return 0;
}
