/* SPDX-FileCopyrightText: 2026 The Plumbline authors
 * SPDX-License-Identifier: BSL-1.0
 *
 * A table of doubles as a program writes it with the HDF5 library: an array for each column.
 *
 *   gcc -I/usr/include/hdf5/serial to_hdf5.c -lhdf5_serial && ./a.out pendulum_rk4.h5 < pendulum_rk4.csv
 */
#include <hdf5.h>
#include <stdio.h>

int main(int count, char** words) {
  enum { columns = 3, most = 1000 };
  static double values[columns][most];
  const char* names[columns] = {"t", "q1", "p1"};
  char head[100];
  hsize_t rows = 0;
  if (count != 2 || scanf("%99s", head) != 1) {
    return 1;
  }
  while (rows < most &&
         scanf("%lf,%lf,%lf", &values[0][rows], &values[1][rows], &values[2][rows]) == columns) {
    ++rows;
  }
  const hid_t file = H5Fcreate(words[1], H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(1, &rows, NULL);
  for (int c = 0; c < columns; ++c) {
    const hid_t set = H5Dcreate2(file, names[c], H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT,
                                 H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values[c]);
    H5Dclose(set);
  }
  H5Sclose(space);
  return H5Fclose(file) < 0;
}
