/* A table of Cluj in a window of Windows, for tests: it plays by the rules on its
   own, with its own glyphs and in the places that the profile `molek-syntez`
   describes, and it misbehaves on demand. It writes what happened into a log.

     table.exe --log FILE [option VALUE]..

     --seed N          the first deal
     --cards COLUMNS   a position instead of it, as `patience` writes it
     --at X,Y          where the window begins
     --size W,H        its inside
     --style WORD      titled, popup (no frame at all) or store (as a program from
                       the Store: a frame that is the system's, a child inside)
     --aware 1         reckons with the real pixels of the screen
     --animation MS    how long a card is on its way
     --eat N           the first N clicks do nothing
     --minimised 1     starts as an icon
     --rigid 1         refuses to change its size
     --back 1          shows a locked column as the back of a card
   After so many moves:
     --jump N          the window moves
     --cover N         a window comes to the front and stays there
     --peep N          a window comes to the front and can be sent back
     --ask N           a dialog opens; Escape closes it, and until then no click works
     --shrink N        it becomes an icon
     --close N         it closes
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <windowsx.h>

enum { WIDTH = 960, HEIGHT = 540, COLUMNS = 6, RANKS = 9, MOST = 20 };
enum { LEFT = 244, TOP = 149, ACROSS = 82, DOWN = 16 };
enum { PAPER = 0xd6d8dc, INK = 0x282c38, EDGE = 0x5a5e68, CLOTH = 0x1c1e26, BACK = 0x7a3a3a };

static const char *NAMES = "67890VDKT";
static const char *GLYPHS[RANKS] = {
    "..###....#......#.......#.###...##...#..#....#..#....#...####...........",
    "######.......#......#.......#......#.......#......#.......#.............",
    ".####...#....#..#....#...####...#....#..#....#..#....#...####...........",
    ".####...#....#..#....#..#...##...###.#.......#......#....###............",
    "#..###..#.#...#.#.#...#.#.#...#.#.#...#.#.#...#.#.#...#.#..###..........",
    "#....#..#....#..#....#...#..#....#..#....#..#.....##......##............",
    "#####...#....#..#....#..#....#..#....#..#....#..#....#..#####...........",
    "#....#..#...#...#..#....###.....#..#....#...#...#....#..#....#..........",
    "#######....#.......#.......#.......#.......#.......#.......#............",
};

static struct {
    const char *log, *style, *cards;
    int seed, x, y, width, height, aware, animation, eat, minimised, rigid, back;
    int jump, cover, peep, ask, shrink, close;
} option = { "table.log", "titled", NULL, 1, 60, 60, WIDTH, HEIGHT, 0, 120, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1 };

static int cards[COLUMNS][MOST], count[COLUMNS], cheated[COLUMNS], locked[COLUMNS];
static int moves, cheats, won, is_shown;
/* The run that is held or on its way: from a column and row, with the mouse. */
static int held = -1, held_row, grip_x, grip_y, mouse_x, mouse_y;
static int flying = -1, fly_count, fly_from_x, fly_from_y;
static DWORD fly_start;
static DWORD pixels[HEIGHT][WIDTH];
static HWND outer, table;
static FILE *log_file;

static void note(const char *format, ...)
{
    va_list words;
    va_start(words, format);
    vfprintf(log_file, format, words);
    va_end(words);
    fputc('\n', log_file);
    fflush(log_file);
}

static unsigned state;
static unsigned draw_number(unsigned below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

/* The columns of a text: a card is a letter, a column ends with a point. */
static void lay(const char *text)
{
    int column = 0;
    memset(count, 0, sizeof count);
    for (; *text && column < COLUMNS; text++)
        if (*text == '.')
            column++;
        else
            cards[column][count[column]++] = (int)(strchr(NAMES, *text) - NAMES);
}

static void deal(void)
{
    int deck[36], column, row, index;
    char text[64], *end = text;
    state = (unsigned)option.seed * 2654435761u;
    for (index = 0; index < 36; index++)
        deck[index] = index / 4;
    for (index = 35; index > 0; index--) {
        int other = draw_number(index + 1), card = deck[index];
        deck[index] = deck[other];
        deck[other] = card;
    }
    for (column = 0; column < COLUMNS; column++) {
        for (row = 0; row < 6; row++) {
            cards[column][row] = deck[6 * column + row];
            *end++ = NAMES[cards[column][row]];
        }
        *end++ = '.';
        count[column] = 6;
        cheated[column] = locked[column] = 0;
    }
    *end = 0;
    moves = cheats = won = 0;
    if (option.cards)
        lay(option.cards);
    note("DEAL %s", option.cards ? option.cards : text);
}

static void box(int left, int top, int right, int bottom, DWORD colour)
{
    int x, y;
    for (y = max(top, 0); y < min(bottom, HEIGHT); y++)
        for (x = max(left, 0); x < min(right, WIDTH); x++)
            pixels[y][x] = colour;
}

static void draw_card(int x, int y, int rank, int is_cheated)
{
    DWORD paper = is_cheated ? INK : PAPER, ink = is_cheated ? PAPER : INK;
    int across, down;
    box(x - 4, y - 4, x + 60, y + 86, EDGE);
    box(x - 3, y - 3, x + 59, y + 85, paper);
    for (down = 0; down < 9; down++)
        for (across = 0; across < 8; across++)
            if (GLYPHS[rank][8 * down + across] == '#')
                box(x + across, y + down, x + across + 1, y + down + 1, ink);
}

static void draw(void)
{
    int column, row;
    box(0, 0, WIDTH, HEIGHT, CLOTH);
    box(440, 505, 524, 529, EDGE);
    for (column = 0; column < COLUMNS; column++) {
        int x = LEFT + ACROSS * column, shown = count[column];
        if (locked[column] && option.back) {
            int line;
            box(x - 4, TOP - 4, x + 60, TOP + 86, BACK);
            for (line = 0; line < 14; line++)
                box(x, TOP + 6 * line, x + 56, TOP + 6 * line + 2, EDGE);
            continue;
        }
        if (column == held)
            shown = held_row;
        if (column == flying)
            shown -= fly_count;
        if (shown == 0) {
            box(x - 4, TOP - 4, x + 60, TOP + 86, 0x2a2d38);
            box(x - 3, TOP - 3, x + 59, TOP + 85, CLOTH);
        }
        for (row = 0; row < shown; row++)
            draw_card(x, TOP + DOWN * row, cards[column][row], cheated[column] && row == count[column] - 1);
    }
    if (held >= 0)
        for (row = held_row; row < count[held]; row++)
            draw_card(mouse_x - grip_x, mouse_y - grip_y + DOWN * (row - held_row), cards[held][row], 0);
    if (flying >= 0) {
        int first = count[flying] - fly_count;
        double part = (GetTickCount() - fly_start) / (double)max(option.animation, 1);
        int to_x = LEFT + ACROSS * flying, to_y = TOP + DOWN * first;
        int x = fly_from_x + (int)((to_x - fly_from_x) * min(part, 1.0));
        int y = fly_from_y + (int)((to_y - fly_from_y) * min(part, 1.0));
        for (row = first; row < count[flying]; row++)
            draw_card(x, y + DOWN * (row - first), cards[flying][row], 0);
    }
}

static int factor(RECT *place)
{
    RECT inside;
    int times;
    GetClientRect(table, &inside);
    times = max(1, min(inside.right / WIDTH, inside.bottom / HEIGHT));
    place->left = (inside.right - WIDTH * times) / 2;
    place->top = (inside.bottom - HEIGHT * times) / 2;
    return times;
}

static void paint(void)
{
    PAINTSTRUCT paint;
    HDC screen = BeginPaint(table, &paint);
    BITMAPINFO info = { { sizeof(BITMAPINFOHEADER), WIDTH, -HEIGHT, 1, 32, BI_RGB, 0, 0, 0, 0, 0 } };
    RECT place, inside;
    int times = factor(&place);
    HDC memory = CreateCompatibleDC(screen);
    HBITMAP bitmap;
    HBRUSH cloth = CreateSolidBrush(RGB(0x1c, 0x1e, 0x26));
    GetClientRect(table, &inside);
    bitmap = CreateCompatibleBitmap(screen, inside.right, inside.bottom);
    SelectObject(memory, bitmap);
    draw();
    FillRect(memory, &inside, cloth);
    SetStretchBltMode(memory, COLORONCOLOR);
    StretchDIBits(memory, place.left, place.top, WIDTH * times, HEIGHT * times, 0, 0, WIDTH, HEIGHT,
                  pixels, &info, DIB_RGB_COLORS, SRCCOPY);
    BitBlt(screen, 0, 0, inside.right, inside.bottom, memory, 0, 0, SRCCOPY);
    DeleteObject(cloth);
    DeleteDC(memory);
    DeleteObject(bitmap);
    EndPaint(table, &paint);
    if (!is_shown) {
        is_shown = 1;
        note("SHOWN");
    }
}

static LRESULT CALLBACK in_front(HWND window, UINT message, WPARAM w, LPARAM l)
{
    if (message == WM_KEYDOWN && w == VK_ESCAPE) {
        note("ANSWERED");
        /* Before it is gone: else another program's window comes to the front. */
        EnableWindow(outer, TRUE);
        DestroyWindow(window);
        return 0;
    }
    return DefWindowProc(window, message, w, l);
}

static HWND another_window(const char *title, HWND owner, DWORD extended)
{
    WNDCLASS kind = { 0, in_front, 0, 0, GetModuleHandle(NULL), NULL, LoadCursor(NULL, IDC_ARROW),
                      (HBRUSH)(COLOR_WINDOW + 1), NULL, "InFront" };
    RECT at;
    HWND window;
    RegisterClass(&kind);
    GetWindowRect(outer, &at);
    window = CreateWindowEx(extended, "InFront", title, WS_POPUP | WS_CAPTION, at.left + 200, at.top + 150,
                            500, 250, owner, NULL, GetModuleHandle(NULL), NULL);
    ShowWindow(window, owner ? SW_SHOW : SW_SHOWNOACTIVATE);
    SetWindowPos(window, extended & WS_EX_TOPMOST ? HWND_TOPMOST : HWND_TOP, 0, 0, 0, 0,
                 SWP_NOMOVE | SWP_NOSIZE | (owner ? 0 : SWP_NOACTIVATE));
    return window;
}

/* What goes wrong after this many moves. */
static void misbehave(void)
{
    RECT at;
    if (moves == option.jump) {
        GetWindowRect(outer, &at);
        SetWindowPos(outer, NULL, at.left + 70, at.top + 45, 0, 0, SWP_NOSIZE | SWP_NOZORDER);
        note("JUMPED");
    }
    if (moves == option.cover)
        another_window("In front", NULL, WS_EX_TOPMOST);
    if (moves == option.peep)
        another_window("Peeping", NULL, 0);
    if (moves == option.ask) {
        another_window("A question", outer, 0);
        /* As with every dialog of Windows, the table takes no clicks until it is answered. */
        EnableWindow(outer, FALSE);
    }
    if (moves == option.shrink)
        ShowWindow(outer, SW_MINIMIZE);
    if (moves == option.close) {
        note("CLOSED");
        DestroyWindow(outer);
    }
}

static void check_end(void)
{
    int column, row, complete = 0, empty = 0;
    for (column = 0; column < COLUMNS; column++) {
        int is_run = count[column] == RANKS;
        for (row = 0; is_run && row < RANKS; row++)
            is_run = cards[column][row] == RANKS - 1 - row;
        locked[column] = is_run;
        complete += is_run;
        empty += count[column] == 0;
    }
    if (!won && complete == 4 && empty == 2) {
        won = 1;
        note("WON %d moves, %d cheats", moves, cheats);
    }
}

static void pick(int x, int y)
{
    int column, row;
    if (x >= 440 && x < 524 && y >= 505 && y < 529) {
        option.seed++;
        option.cards = NULL;
        deal();
        return;
    }
    for (column = 0; column < COLUMNS; column++) {
        int left = LEFT + ACROSS * column - 4, top = TOP - 4;
        if (x < left || x >= left + 64 || y < top || count[column] == 0 || locked[column])
            continue;
        row = min((y - top) / DOWN, count[column] - 1);
        if (y >= top + DOWN * row + 90)
            continue;
        if (cheated[column] && row != count[column] - 1)
            break;
        {
            int other, is_run = 1;
            for (other = row + 1; other < count[column]; other++)
                is_run &= cards[column][other] == cards[column][other - 1] - 1;
            if (!is_run)
                break;
        }
        held = column;
        held_row = row;
        grip_x = x - (LEFT + ACROSS * column);
        grip_y = y - (TOP + DOWN * row);
        return;
    }
    note("REFUSED a click at %d, %d", x, y);
}

static void drop(int x, int y)
{
    int from = held, row = held_row, many = count[held] - held_row, to, index, is_cheat = 0;
    int first = cards[from][row];
    held = -1;
    for (to = 0; to < COLUMNS; to++)
        if (x >= LEFT + ACROSS * to - 13 && x < LEFT + ACROSS * to + 69)
            break;
    if (to == COLUMNS || to == from || locked[to] || (cheated[to] && count[to] > 0)) {
        note("REFUSED a drop at %d, %d", x, y);
        return;
    }
    if (count[to] > 0 && cards[to][count[to] - 1] != first + 1) {
        if (many != 1 || cheated[from]) {
            note("REFUSED a cheat at %d, %d", x, y);
            return;
        }
        is_cheat = 1;
    }
    for (index = 0; index < many; index++)
        cards[to][count[to]++] = cards[from][row + index];
    count[from] = row;
    cheated[from] = 0;
    cheated[to] = is_cheat;
    moves++;
    cheats += is_cheat;
    note("MOVE %d %d %s> %d", from, row, is_cheat ? "!" : "-", to);
    flying = to;
    fly_count = many;
    fly_from_x = x - grip_x;
    fly_from_y = y - grip_y;
    fly_start = GetTickCount();
    SetTimer(table, 1, 15, NULL);
    InvalidateRect(table, NULL, FALSE);
}

static LRESULT CALLBACK on_table(HWND window, UINT message, WPARAM w, LPARAM l)
{
    RECT place;
    int times, x, y;
    switch (message) {
    case WM_PAINT:
        paint();
        return 0;
    case WM_ERASEBKGND:
        return 1;
    case WM_LBUTTONDOWN:
    case WM_LBUTTONUP:
    case WM_MOUSEMOVE:
        times = factor(&place);
        x = (GET_X_LPARAM(l) - place.left) / times;
        y = (GET_Y_LPARAM(l) - place.top) / times;
        mouse_x = x;
        mouse_y = y;
        if (message == WM_LBUTTONDOWN && flying < 0) {
            if (option.eat > 0) {
                option.eat--;
                note("EATEN");
            } else {
                pick(x, y);
                SetCapture(window);
            }
        }
        if (message == WM_LBUTTONUP) {
            ReleaseCapture();
            if (held >= 0)
                drop(x, y);
        }
        if (message != WM_MOUSEMOVE || held >= 0)
            InvalidateRect(window, NULL, FALSE);
        return 0;
    case WM_TIMER:
        if (flying >= 0 && GetTickCount() - fly_start >= (DWORD)option.animation) {
            KillTimer(window, 1);
            flying = -1;
            check_end();
            misbehave();
        }
        InvalidateRect(window, NULL, FALSE);
        return 0;
    case WM_CLOSE:
        note("CLOSED");
        DestroyWindow(outer);
        return 0;
    case WM_DESTROY:
        PostQuitMessage(0);
        return 0;
    case WM_GETMINMAXINFO:
        if (option.rigid && table) {
            MINMAXINFO *limits = (MINMAXINFO *)l;
            RECT at;
            GetWindowRect(window, &at);
            limits->ptMinTrackSize.x = limits->ptMaxTrackSize.x = at.right - at.left;
            limits->ptMinTrackSize.y = limits->ptMaxTrackSize.y = at.bottom - at.top;
            return 0;
        }
    }
    return DefWindowProc(window, message, w, l);
}

static LRESULT CALLBACK on_frame(HWND window, UINT message, WPARAM w, LPARAM l)
{
    if (message == WM_DESTROY)
        PostQuitMessage(0);
    return DefWindowProc(window, message, w, l);
}

static int *number_named(const char *name)
{
    struct { const char *name; int *place; } all[] = {
        { "--seed", &option.seed }, { "--aware", &option.aware }, { "--animation", &option.animation },
        { "--eat", &option.eat }, { "--minimised", &option.minimised }, { "--rigid", &option.rigid },
        { "--back", &option.back },
        { "--jump", &option.jump }, { "--cover", &option.cover }, { "--peep", &option.peep },
        { "--ask", &option.ask }, { "--shrink", &option.shrink }, { "--close", &option.close },
    };
    size_t index;
    for (index = 0; index < sizeof all / sizeof *all; index++)
        if (!strcmp(name, all[index].name))
            return all[index].place;
    return NULL;
}

static void open_window(void)
{
    int is_store = !strcmp(option.style, "store"), is_popup = !strcmp(option.style, "popup");
    const char *name = is_store ? "ApplicationFrameWindow" : "PatienceTable";
    DWORD style = is_popup ? WS_POPUP : WS_OVERLAPPEDWINDOW;
    /* All of it is drawn anew in another size: the table stays in the middle. */
    WNDCLASS kind = { CS_OWNDC | CS_HREDRAW | CS_VREDRAW, is_store ? on_frame : on_table, 0, 0, GetModuleHandle(NULL), NULL,
                      LoadCursor(NULL, IDC_ARROW), (HBRUSH)(COLOR_WINDOW + 1), NULL, name };
    /* A frame from the Store draws its title bar into its own inside. */
    const int bar = 32;
    RECT size = { 0, 0, option.width, option.height + (is_store ? bar : 0) };
    RegisterClass(&kind);
    AdjustWindowRect(&size, style, FALSE);
    outer = CreateWindow(name, "MOLEK-SYNTEZ", style, option.x, option.y, size.right - size.left,
                         size.bottom - size.top, NULL, NULL, kind.hInstance, NULL);
    if (is_store) {
        WNDCLASS inside = kind;
        inside.lpfnWndProc = on_table;
        inside.lpszClassName = "Windows.UI.Core.CoreWindow";
        RegisterClass(&inside);
        table = CreateWindow(inside.lpszClassName, "MOLEK-SYNTEZ", WS_CHILD | WS_VISIBLE, 0, bar,
                             option.width, option.height, outer, NULL, kind.hInstance, NULL);
    } else {
        table = outer;
    }
    deal();
    ShowWindow(outer, option.minimised ? SW_SHOWMINIMIZED : SW_SHOW);
    if (option.minimised)
        note("SHOWN");
}

int main(int words, char **word)
{
    MSG message;
    int index;
    for (index = 1; index + 1 < words; index += 2) {
        int *number = number_named(word[index]);
        if (number)
            *number = atoi(word[index + 1]);
        else if (!strcmp(word[index], "--log"))
            option.log = word[index + 1];
        else if (!strcmp(word[index], "--style"))
            option.style = word[index + 1];
        else if (!strcmp(word[index], "--cards"))
            option.cards = word[index + 1];
        else if (!strcmp(word[index], "--at"))
            sscanf(word[index + 1], "%d,%d", &option.x, &option.y);
        else if (!strcmp(word[index], "--size"))
            sscanf(word[index + 1], "%d,%d", &option.width, &option.height);
        else
            return 2;
    }
    log_file = fopen(option.log, "w");
    if (!log_file)
        return 2;
    if (option.aware)
        SetProcessDPIAware();
    open_window();
    while (GetMessage(&message, NULL, 0, 0) > 0) {
        TranslateMessage(&message);
        DispatchMessage(&message);
    }
    return 0;
}
