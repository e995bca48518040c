//@ error: 4: flexible array member
struct s {
    int n;
    char tail[];
    int after;
};
int main(void) { return 0; }
