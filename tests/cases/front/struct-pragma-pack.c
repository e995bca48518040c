#pragma pack(push, 2)
struct two { char c; int i; long long l; };
#pragma pack(push, 1)
struct one { char c; int i; };
#pragma pack(pop)
struct again { char c; int i; };
#pragma pack(pop)
struct normal { char c; int i; };
int main(void) {
    if (sizeof(struct two) != 14 || _Alignof(struct two) != 2) return 1;
    if (sizeof(struct one) != 5) return 2;
    if (sizeof(struct again) != 6) return 3;
    if (sizeof(struct normal) != 8) return 4;
    return 0;
}
