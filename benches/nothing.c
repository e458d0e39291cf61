/* The peer of the benchmark `startup`: a program that does nothing. */
int main(void) { return 0; }
