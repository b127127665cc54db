// Laying the boards by hand, where the camera cannot look: choose a tile, tap its places, confirm.
import { leaveFor, post, say } from "./forms.js";
import { walk } from "./places.js";
import { follow } from "./stream.js";

const page = document.querySelector(".by-hand");
const boards = JSON.parse(page.dataset.boards);
const round = page.dataset.shape !== "square"; // round tiles and rhombi have an outline of their own
const stamp = () => page.querySelector("[name=tile]:checked");

/** Lay the chosen tile or dome tile on a place, or take away what lies there. */
function lay(spot) {
  const { cell, place, seat } = spot.dataset;
  const board = boards[seat];
  const tile = stamp().value;
  const domeTile = JSON.parse(stamp().dataset.turns ?? "null");
  if (domeTile && place) turn(board, place, domeTile);
  else if (domeTile) return;
  else if (spot.dataset.kind === "broken") stack(board, cell, tile);
  else if (tile === "empty" && place && !(cell in board)) delete board[place];
  else if (tile === "empty" || board[cell] === tile) delete board[cell];
  else board[cell] = tile;
  for (const one of page.querySelectorAll(`[data-seat="${seat}"]`)) show(one);
  document.getElementById("laid").textContent = spot.getAttribute("aria-label");
  say(""); // what was refused lies so no more, and covers the tiles to choose from
}

/** Lay a dome tile; where it lies already, turn it by a quarter. */
function turn(board, place, ways) {
  const now = ways.findIndex((way) => String(way) === String(board[place]));
  board[place] = ways[(now + 1) % ways.length];
}

/** Put a tile on top of a stack, or take the top one away. */
function stack(board, cell, tile) {
  const lies = [board[cell] ?? []].flat();
  board[cell] = tile === "empty" ? lies.slice(0, -1) : [...lies, tile];
  if (!board[cell].length) delete board[cell];
}

function show(spot) {
  const board = boards[spot.dataset.seat];
  const lies = board[spot.dataset.cell];
  const colour = Array.isArray(lies) ? lies.findLast((one) => one) : lies;
  const cut = round && colour !== "first";
  spot.querySelector(".tile use").setAttribute("href", colour ? `#${cut ? "glyph" : "tile"}-${colour}` : "");
  spot.querySelector(".tile .ground").setAttribute("class", colour && cut ? `ground ${colour}` : "ground none");
  const printed = spot.dataset.place ? (board[spot.dataset.place]?.[spot.dataset.quarter] ?? "none") : null;
  if (printed) spot.querySelector(".print").setAttribute("class", `print ground printed ${printed}`);
  if (printed) spot.querySelector(".print-glyph").setAttribute("href", printed === "none" ? "" : `#glyph-${printed}`);
  if (spot.dataset.kind === "broken") spot.querySelector(".pile").textContent = lies?.length > 1 ? `×${lies.length}` : "";
  spot.setAttribute("aria-label", `${spot.dataset.where}: ${words(colour, printed, lies)}`);
}

/** What lies on a place in words, with the space of a dome tile under it. */
function words(colour, printed, lies) {
  const named = (one) => page.querySelector(`[name=tile][value="${one}"]`)?.dataset.word ?? page.querySelector(`[data-print="${one}"]`)?.textContent ?? one;
  const there = colour ? named(colour) : page.dataset.empty;
  const pile = Array.isArray(lies) && lies.length > 1 ? ` ×${lies.length}` : "";
  return there + pile + (printed && printed !== "none" && !colour ? ` (${named(printed)})` : "");
}

async function confirm(button) {
  if (button.hasAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  try {
    const seat = "passes" in button.dataset ? Number(button.dataset.passes) : undefined;
    const said = JSON.stringify({ boards, gesture: button.value, seat, late: page.dataset.due });
    const refused = await post("/api/lay", new Blob([said], { type: "application/json" }));
    say(refused);
    if (!refused) await leaveFor(page.dataset.then);
  } catch {
    // It is said that the companion is out of reach; the button can be pressed again.
  } finally {
    button.removeAttribute("aria-busy");
  }
}

for (const spot of page.querySelectorAll("[data-cell]")) {
  show(spot);
  spot.addEventListener("click", () => lay(spot));
  spot.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    lay(spot);
  });
}
for (const board of page.querySelectorAll(".board-drawing")) walk([...board.querySelectorAll("[data-cell]")]);
for (const button of page.querySelectorAll("button[name=gesture]")) button.addEventListener("click", () => confirm(button));
follow(); // so that it is said when the companion is out of reach
