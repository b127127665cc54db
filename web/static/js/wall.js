// Where a wall of tables is longer than the screen, shows it page by page, as nobody scrolls there.

const PAGE_MS = 10_000;
const QUIET_MS = 60_000; // whoever touches the page is left alone for so long
let touched = -QUIET_MS;

for (const kind of ["pointerdown", "wheel", "keydown"]) {
  addEventListener(kind, () => { touched = performance.now(); }, { passive: true });
}

setInterval(() => {
  const wall = document.querySelector(".wall");
  if (performance.now() - touched < QUIET_MS) return;
  const gap = parseFloat(getComputedStyle(wall.firstElementChild).rowGap);
  const atEnd = wall.scrollTop + wall.clientHeight >= wall.scrollHeight - 1;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  wall.scrollTo({ top: atEnd ? 0 : wall.scrollTop + wall.clientHeight + gap, behavior: calm ? "auto" : "smooth" });
}, PAGE_MS);
