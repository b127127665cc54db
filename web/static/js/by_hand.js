// Laying the boards by hand, where the camera cannot look: choose a tile, tap its places, confirm.
import { reasonOf, say } from "./forms.js";

const page = document.querySelector(".by-hand");
const boards = JSON.parse(page.dataset.boards);
const round = page.dataset.shape !== "square"; // round tiles and rhombi have an outline of their own
const chosen = () => page.querySelector("[name=tile]:checked").value;

/** Lay the chosen tile on a place, or take away what lies there. */
function lay(spot) {
  const board = boards[spot.dataset.seat];
  const tile = chosen();
  if (tile === "empty" || board[spot.dataset.cell] === tile) delete board[spot.dataset.cell];
  else board[spot.dataset.cell] = tile;
  show(spot);
}

function show(spot) {
  const lies = boards[spot.dataset.seat][spot.dataset.cell];
  const colour = Array.isArray(lies) ? lies.findLast((one) => one) : lies;
  const cut = round && colour !== "first";
  spot.querySelector(".tile use").setAttribute("href", colour ? `#${cut ? "glyph" : "tile"}-${colour}` : "");
  spot.querySelector(".tile .ground").setAttribute("class", colour && cut ? `ground ${colour}` : "ground none");
  const word = colour ? page.querySelector(`[name=tile][value="${colour}"]`)?.dataset.word ?? colour : page.dataset.empty;
  spot.setAttribute("aria-label", `${spot.dataset.place}: ${word}`);
}

async function confirm(button) {
  button.setAttribute("aria-busy", "true");
  try {
    const body = JSON.stringify({ boards, gesture: button.value });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/lay", { method: "POST", body, headers });
    if (answer.ok) location.assign(page.dataset.then);
    else say(await reasonOf(answer));
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
for (const button of page.querySelectorAll("button[name=gesture]")) button.addEventListener("click", () => confirm(button));
