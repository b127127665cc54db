// What is wrong with a page's layout, measured by boxes; see boxes.py.
(wide) => {
  const PICKED = "[type=radio], [type=checkbox], [type=hidden]";
  const SOLID = `button, input:not(${PICKED}), select, svg, img`;
  const found = [];
  const style = (one) => getComputedStyle(one);
  const hidden = (one) => one.closest(".for-ears, [hidden], .offline, svg.glyphs, .skip") ||
    !one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || unseen(one);
  const unseen = (one) => {
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      if (style(up).clipPath === "inset(50%)") return true;
    }
    return false;
  };
  // A line of text is as high as its letters: the room above and below them may be shared.
  const lettered = (box) => {
    const top = box.top + box.height * 0.18, bottom = box.bottom - box.height * 0.2;
    return { left: box.left, right: box.right, top, bottom, width: box.width, height: bottom - top };
  };
  const named = (one) => {
    const text = (one.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 30);
    return `${one.tagName.toLowerCase()}.${one.className?.baseVal ?? one.className} "${text}"`;
  };
  const layer = (one) => {
    for (let up = one; up; up = up.parentElement) {
      if (["fixed", "sticky"].includes(style(up).position)) return up;
    }
    return null;
  };
  const leaves = [];
  for (const one of document.body.querySelectorAll("*")) {
    if (one.closest("svg") && one.tagName !== "svg") continue;
    if (hidden(one)) continue;
    const solid = one.matches(SOLID);
    const texts = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (!solid && !texts.length) continue;
    if (solid) leaves.push([one, one.getBoundingClientRect()]);
    for (const text of texts) {
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) if (box.width > 1) leaves.push([one, lettered(box)]);
    }
  }
  const cut = (one, box) => {
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const kind = style(up);
      if (kind.overflowX === "visible" && kind.overflowY === "visible") continue;
      const frame = up.getBoundingClientRect();
      const out = box.left >= frame.right - 1 || box.top >= frame.bottom - 1;
      if (out && up.closest(".history, .wall, .leaders")) return "gone"; // what there is no room for now is not shown at all
      const beyond = box.right > frame.right + 1.5 || box.left < frame.left - 1.5;
      const below = box.bottom > frame.bottom + 1.5 || box.top < frame.top - 1.5;
      if (beyond || (wide && below && kind.overflowY !== "visible" && !up.matches(".log, .log *"))) return named(up);
    }
    return "";
  };
  const shown = [];
  for (const [one, box] of leaves) {
    const by = cut(one, box);
    if (by === "gone") continue;
    if (by) found.push(`cut by ${by}: ${named(one)}`);
    if (box.right > innerWidth + 1 || box.left < -1) found.push(`beyond the side: ${named(one)}`);
    if (wide && box.bottom > innerHeight + 1) found.push(`below the screen: ${named(one)}`);
    shown.push([one, box, layer(one)]);
  }
  for (let i = 0; i < shown.length; i++) {
    const [one, a, there] = shown[i];
    for (let j = i + 1; j < shown.length; j++) {
      const [other, b, here] = shown[j];
      if (there !== here || one.contains(other) || other.contains(one)) continue;
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 2 && y > 4) found.push(`overlap ${Math.round(x)}x${Math.round(y)}: ${named(one)} / ${named(other)}`);
    }
  }
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth) found.push(`scrolls sideways: ${page.scrollWidth}`);
  if (wide && page.scrollHeight > innerHeight) found.push(`scrolls down: ${page.scrollHeight}`);
  return [...new Set(found)];
}
