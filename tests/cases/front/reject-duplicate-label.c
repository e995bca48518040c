//@ error: 7: duplicate label
int main(void) {
    goto here;
here:
    ;
    {
    here:
        return 0;
    }
}
