// All of them must be there, wherever a difference is. They need not have values behind it.
//@ verdict: violated
//@ with WIDE: violated
//@ with OTHER: violated
//@ with UNWRITTEN: proved unknown
#include <string.h>
#include <strings.h>
#include <wchar.h>
int main(void) {
#ifdef WIDE
  wchar_t a[2] = L"a", b[2] = L"b";
  return wmemcmp(a, b, 100) == 0;
#elif defined(UNWRITTEN)
  char a[100], b[100];
  strcpy(a, "a");
  strcpy(b, "b");
  return memcmp(a, b, 100) == 0;
#else
  char a[2] = "a", b[2] = "b";
#ifdef OTHER
  return bcmp(a, b, 3) == 0;
#else
  return memcmp(a, b, 100) == 0;
#endif
#endif
}
