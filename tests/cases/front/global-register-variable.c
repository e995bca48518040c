//@ data-model: lp64
register long counter asm("r15");
static void step(void) { counter += 2; }
int main(void) {
    counter = 1;
    step();
    return counter != 3;
}
