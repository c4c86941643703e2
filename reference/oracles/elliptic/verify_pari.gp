\\ SPDX-FileCopyrightText: 2026 The Plumbline authors
\\ SPDX-License-Identifier: BSL-1.0
\\
\\ Recomputes values of the CSV files of the current folder with PARI/GP: sn, cn, dn as quotients of theta series
\\ written out here (DLMF 20.2, 22.2; m < 0 and m > 1 by 22.17), K and E by ellK and ellE, F, E and Pi with an amplitude
\\ inside (-pi/2, pi/2) by numerical integration, and the pendulum from its equation of motion by Taylor series,
\\ without any elliptic function. Prints the largest relative difference and what it should be below; quits with 1 otherwise.
default(realprecision, 760);
default(parisizemax, "2G");

rows(name) = { my(v = [strsplit(l, ",") | l <- readstr(name), #l && Vecsmall(l)[1] != 35]); [v[1], v[2..#v]] };
column(header, name) = { for (i = 1, #header, if (header[i] == name, return(i))); error("no column ", name) };
number(text) = { my(p = strsplit(text, "e")); if (#p == 1, eval(text) * 1., eval(p[1]) * 10.^eval(p[2])) };
exact(text) = { my(p = strsplit(text, "e")); if (#p == 1, eval(text), eval(p[1]) * 10^eval(p[2])) };
relative(a, b) = if (a == 0 && b == 0, 0., abs(a - b) / abs(b));
report(what, count, worst, allowed) = {
  printf("PARI %s: %d values, largest relative difference %.3g\n", what, count, worst);
  if (!(worst < allowed) || count == 0, quit(1));
};

quarter(m1) = Pi / (2 * agm(1, sqrt(m1)));
normal(u, m, m1) = {
  my(K = quarter(m1), q = exp(-Pi * quarter(m) / K), z = Pi * u / (2 * K), t1 = 0, t2 = 0, t3 = 1, t4 = 1, n = 0, w);
  while (1,
    w = q^((n + 1/2)^2);
    t1 += 2 * (-1)^n * w * sin((2 * n + 1) * z); t2 += 2 * w * cos((2 * n + 1) * z);
    n++;
    w = q^(n^2);
    t3 += 2 * w * cos(2 * n * z); t4 += 2 * (-1)^n * w * cos(2 * n * z);
    if (w < 10.^-750, break));
  my(k = sqrtn(m, 4), k1 = sqrtn(m1, 4));
  [t1 / (k * t4), k1 / k * t2 / t4, k1 * t3 / t4];
};
jacobi(u, m, m1) = {
  my(r, s);
  if (u == 0, return([0, 1, 1]));
  if (m1 == 0, return([tanh(u), 1 / cosh(u), 1 / cosh(u)]));
  if (m == 0, return([sin(u), cos(u), 1]));
  if (m1 < 0, s = sqrt(m); r = normal(u * s, 1 / m, -m1 / m); return([r[1] / s, r[3], r[2]]));
  if (m < 0, s = sqrt(m1); r = normal(u * s, -m / m1, 1 / m1); return([r[1] / (s * r[3]), r[2] / r[3], 1 / r[3]]));
  normal(u, m, m1);
};

{
  my(data = rows("jacobi.csv"), h = data[1], worst = 0, count = 0, at = [column(h, n) | n <- ["m", "m1", "u", "sn", "cn", "dn"]]);
  foreach (data[2], r,
    my(m, m1, v);
    if (r[at[1]] == "", m1 = exact(r[at[2]]); m = 1 - m1, m = exact(r[at[1]]); m1 = 1 - m);
    v = jacobi(exact(r[at[3]]) * 1., m * 1., m1 * 1.);
    for (i = 1, 3, count++; worst = max(worst, relative(v[i], number(r[at[3 + i]])))));
  report("jacobi.csv", count, worst, 1e-318);
}

{
  my(data = rows("legendre.csv"), h = data[1], worst = 0, count = 0, rough = 0, integrals = 0);
  my(at = [column(h, n) | n <- ["function", "n", "phi", "m", "m1", "value"]]);
  foreach (data[2], r,
    my(m, m1, v, f = r[at[1]], n, phi);
    if (r[at[4]] == "", m1 = exact(r[at[5]]); m = 1 - m1, m = exact(r[at[4]]); m1 = 1 - m);
    if (f == "K" || f == "E",
      default(realprecision, 1000);
      v = if (f == "K", ellK(sqrt(m * 1.)), if (m == 1, 1, ellE(sqrt(m * 1.))));
      default(realprecision, 760);
      count++;
      worst = max(worst, relative(real(v), number(r[at[6]])));
    );
    if (f == "F" || f == "EI" || f == "PI",
      phi = exact(r[at[3]]);
      n = if (r[at[2]] == "", 0, exact(r[at[2]]));
      if (abs(phi) <= 1 && abs(n) <= 1000 && abs(m) < 100 && 1 - m * sin(phi * 1.)^2 > 1/100 && 1 - n * sin(phi * 1.)^2 > 1/100,
        default(realprecision, 130);
        v = phi * intnum(x = 0, 1, my(s2 = sin(phi * x)^2, d = sqrt(1 - m * s2)); if (f == "EI", d, 1 / (d * (1 - n * s2))));
        default(realprecision, 760);
        integrals++;
        rough = max(rough, relative(v, number(r[at[6]])));
      );
    ));
  report("legendre.csv, K and E", count, worst, 1e-318);
  report("legendre.csv, F, E, Pi by integration", integrals, rough, 1e-110);
}

\\ One Taylor step of q'' = -w^2 sin q.
step(q, v, w2, h, order) = {
  my(a = vector(order + 2), s = vector(order + 1), c = vector(order + 1));
  a[1] = q; a[2] = v; s[1] = sin(q); c[1] = cos(q);
  for (k = 0, order - 1,
    a[k + 3] = -w2 * s[k + 1] / ((k + 1) * (k + 2));
    s[k + 2] = sum(j = 0, k, (j + 1) * a[j + 2] * c[k - j + 1]) / (k + 1);
    c[k + 2] = -sum(j = 0, k, (j + 1) * a[j + 2] * s[k - j + 1]) / (k + 1));
  my(nq = 0, nv = 0);
  forstep (k = order + 1, 1, -1, nv = nv * h + k * a[k + 1]);
  forstep (k = order + 2, 1, -1, nq = nq * h + a[k]);
  [nq, nv];
};

{
  default(realprecision, 160);
  my(data = rows("pendulum.csv"), h = data[1], worst = 0, count = 0);
  my(at = [column(h, n) | n <- ["m", "omega", "q0", "p0", "t0", "t", "q", "p"]]);
  foreach (data[2], r,
    my(x = [exact(r[i]) | i <- at[1..6]], m = x[1], w = x[2], reach = x[6] - x[5], rate, z, steps, size);
    rate = w * max(1, abs(x[4]) / (2 * m * w));
    if (abs(rate * reach) <= 20,
      steps = ceil(abs(rate * reach) * 4);
      z = [x[3] * 1., x[4] / m * 1.];
      for (i = 1, steps, z = step(z[1], z[2], w^2 * 1., reach / steps * 1., 220));
      count += 2;
      size = max(1, abs(number(r[at[7]])));
      worst = max(worst, abs(z[1] - number(r[at[7]])) / size);
      worst = max(worst, abs(z[2] * m - number(r[at[8]])) / (2 * m * rate))));
  report("pendulum.csv, Taylor series of the equation of motion", count, worst, 1e-110);
}
quit(0);
