/* A bot that answers at once: it always divides by 2. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "ugi\n", 4) == 0)
            fputs("id name Two\nugiok\n", stdout);
        else if (strncmp(line, "isready", 7) == 0)
            fputs("readyok\n", stdout);
        else if (strncmp(line, "go", 2) == 0)
            fputs("bestmove 2\n", stdout);
        else if (strncmp(line, "quit", 4) == 0)
            return 0;
        else
            continue;
        fflush(stdout);
    }
    return 0;
}
