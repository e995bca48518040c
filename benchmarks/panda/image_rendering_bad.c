/* program: Image Rendering
 * sizes: 3 by 2 pixels, 2 shapes
 * verdict: violated (a shape is cut off one pixel before the border)
 *
 * Shapes drawn onto an image one after the other: points, lines to the right border
 * and boxes that are cut off there, with inputs for kind, place and colour. Each
 * pixel has the colour of the last shape that covers it, or the background's; how
 * many have another than the background's is counted on the way.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define WIDTH 3
#define HEIGHT 2
#define SHAPES 2
#define BACKGROUND 0

enum kind { POINT, LINE, BOX };

struct shape {
    int kind;
    int left, top;
    int wide, high;
    int colour;
};

static int image[HEIGHT][WIDTH];
static struct shape shapes[SHAPES];
static int painted;

static void check(int holds)
{
    if (!holds)
        reach_error();
}

/* Whether it is a shape that can be seen, at least in part. */
static int read_shape(struct shape *s)
{
    s->kind = __VERIFIER_nondet_int();
    s->left = __VERIFIER_nondet_int();
    s->top = __VERIFIER_nondet_int();
    s->colour = __VERIFIER_nondet_int();
    s->wide = 1;
    s->high = 1;
    if (s->left < 0 || s->left >= WIDTH || s->top < 0 || s->top >= HEIGHT)
        return 0;
    if (s->colour == BACKGROUND)
        return 0;
    switch (s->kind) {
    case POINT:
        return 1;
    case LINE:
        s->wide = WIDTH - s->left;
        return 1;
    case BOX:
        s->wide = 2;
        s->high = HEIGHT;
        return 1;
    default:
        return 0;
    }
}

static void set(int x, int y, int colour)
{
    check(x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT);
    if (image[y][x] == BACKGROUND)
        painted++;
    image[y][x] = colour;
}

static void draw(const struct shape *s)
{
    for (int y = 0; y < s->high && y < HEIGHT - s->top; y++)
        for (int x = 0; x < s->wide && x < WIDTH - 1 - s->left; x++)
            set(s->left + x, s->top + y, s->colour);
}

static int covers(const struct shape *s, int x, int y)
{
    return x >= s->left && x - s->left < s->wide && y >= s->top && y - s->top < s->high;
}

static int expected(int x, int y)
{
    for (int i = SHAPES - 1; i >= 0; i--)
        if (covers(&shapes[i], x, y))
            return shapes[i].colour;
    return BACKGROUND;
}

int main(void)
{
    int different = 0;

    for (int i = 0; i < SHAPES; i++)
        if (!read_shape(&shapes[i]))
            return 0;
    for (int i = 0; i < SHAPES; i++)
        draw(&shapes[i]);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            check(image[y][x] == expected(x, y));
            if (image[y][x] != BACKGROUND)
                different++;
        }
    check(different == painted);
    return 0;
}
