//@ exit: 0
//@ stdout: cdefef abcabc xyz x
// Stretches that touch, that are the same, that are empty, or that are read to their end only.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[8] = "abcdef";
    memcpy(text, text + 2, 2);
    memcpy(text + 2, text + 4, 2);
    memcpy(text, text, 6);
    memcpy(text + 1, text, 0);
    memmove(text, text + 1, 0);
    char twice[8] = "abc";
    strncpy(twice + 3, twice, 3);
    char name[8] = "xyz\0uv";
    strcpy(name + 4, name);
    char word[8] = "x";
    strncpy(word + 2, word, 6);
    text[6] = 0;
    printf("%s %s %s %s\n", text, twice, name + 4, word + 2);
    return 0;
}
