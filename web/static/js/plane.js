// The plane of a board in a picture: from its millimetres to the picture's pixels.

/** Return a function that takes a board's points to the picture, from its four corners there. */
export function plane([width, height], corners) {
  const flat = [[0, 0], [width, 0], [width, height], [0, height]];
  const rows = flat.flatMap(([x, y], n) => {
    const [u, v] = corners[n];
    return [[x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]];
  });
  const h = [...solved(rows), 1];
  return ([x, y]) => {
    const w = h[6] * x + h[7] * y + h[8];
    return [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w];
  };
}

// Gauss and Jordan, with the largest pivot; the last column is the right-hand side.
function solved(rows) {
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    const best = rows.slice(at).reduce((most, row, n) => (Math.abs(row[at]) > Math.abs(rows[most][at]) ? at + n : most), at);
    [rows[at], rows[best]] = [rows[best], rows[at]];
    for (let n = 0; n < size; n++) {
      if (n === at) continue;
      const share = rows[n][at] / rows[at][at];
      for (let k = at; k <= size; k++) rows[n][k] -= share * rows[at][k];
    }
  }
  return rows.map((row, n) => row[size] / row[n]);
}
