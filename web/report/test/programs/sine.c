/* Unknown: the proof hinges on how the sine and the cosine of a number belong together; only
 * their bounds are assumed. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern double sin(double);
extern double cos(double);

int main(void)
{
    double d = __VERIFIER_nondet_int();
    if (sin(d) * sin(d) + cos(d) * cos(d) > 1.5)
        reach_error();
    return 0;
}
