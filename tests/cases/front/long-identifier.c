int an_identifier_that_is_much_longer_than_the_sixty_three_initial_characters_c11_promises_to_tell_apart_1 = 1;
int an_identifier_that_is_much_longer_than_the_sixty_three_initial_characters_c11_promises_to_tell_apart_2 = 2;
int main(void) {
    int $dollar$ = 3, _ = 4, __x__ = 5, caf\u00e9 = 6;
    return an_identifier_that_is_much_longer_than_the_sixty_three_initial_characters_c11_promises_to_tell_apart_1
            + an_identifier_that_is_much_longer_than_the_sixty_three_initial_characters_c11_promises_to_tell_apart_2
            + $dollar$ + _ + __x__ + café == 21 ? 0 : 1;
}
