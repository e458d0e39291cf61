\\ Factors the numbers of a file with PARI/GP; factor.py does the same with Python packages.
\\
\\    answers("FILE")           prints the primes of each number, a line each: 2^3 5^1
\\    time_factors("FILE")      prints the seconds for all, and how many primes there are
\\    time_divisors("FILE")     the same for sorted lists of divisors, and how many there are
\\    about()                   prints the version
\\
\\ A file has one number in each line. Only the work itself is timed, not reading the file, and in
\\ time of the processor, so that nobody suffers from what else the machine does.

\\ An error ends the program instead of waiting for somebody to mend it.
default(recover, 0);
\\ Lists of very many divisors do not fit the stack that gp starts with.
default(parisizemax, "2G");

about() = { my(v = version()); print(v[1], ".", v[2], ".", v[3]) };

shown(f) = strjoin(vector(matsize(f)[1], i, Str(f[i, 1], "^", f[i, 2])), " ");
answers(file) = { my(v = readvec(file)); for (i = 1, #v, print(shown(factor(v[i])))) };

told(milliseconds, count) = print(strprintf("%.3f", milliseconds / 1000), " ", count);

time_factors(file) = {
  my(v = readvec(file), f, took);
  gettime();
  f = vector(#v, i, factor(v[i]));
  took = gettime();
  told(took, vecsum(vector(#f, i, vecsum(f[i][, 2]~))));
}

time_divisors(file) = {
  my(v = readvec(file), count = 0);
  gettime();
  for (i = 1, #v, count += #divisors(v[i]));
  told(gettime(), count);
}
