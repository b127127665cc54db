// From place to place of a drawn board with the arrow keys, so that Tab stops at a board once.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Let arrow keys move between places; Tab comes back to the one that was reached last. */
export function walk(places) {
  const stop = (one) => places.forEach((each) => { each.tabIndex = each === one ? 0 : -1; });
  stop(places[0]);
  for (const place of places) {
    place.addEventListener("focus", () => stop(place));
    place.addEventListener("keydown", (event) => {
      const way = WAYS[event.key];
      if (!way) return;
      event.preventDefault();
      next(places, place, way)?.focus();
    });
  }
}

/** Return the nearest place in a direction, or null; what lies aside counts as three times as far. */
export function next(places, from, [right, down]) {
  const [x, y] = middle(from);
  let [best, least] = [null, Infinity];
  for (const one of places) {
    const [u, v] = middle(one);
    const along = (u - x) * right + (v - y) * down;
    const far = along + 3 * Math.abs((u - x) * down + (v - y) * right);
    if (along > 1 && far < least) [best, least] = [one, far];
  }
  return best;
}

function middle(one) {
  const { left, top, width, height } = one.querySelector(".bed").getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
