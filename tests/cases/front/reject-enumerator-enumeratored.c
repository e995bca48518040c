//@ error: 3: redeclar
enum a { RED, GREEN };
enum b { BLUE, RED };
int main(void) { return RED; }
