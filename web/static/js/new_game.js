// Setting up a game: the form, and the boards on the picture, found by brackets or tapped.
import { reach } from "./connection.js";
import { post, say, sendFormsQuietly } from "./forms.js";
import { follow } from "./stream.js";
import { Draft } from "./draft.js";
import { Tapping } from "./tapping.js";

const PATIENCE_MS = 15000;
const form = document.querySelector(".new-game");
const place = document.getElementById("tapping");
const value = (name) => form.elements[name].value;
const chosen = () => form.querySelector("[name=game]:checked");
const forTwo = () => chosen()?.dataset.most === "2";
const side = () => (value("variant") === "grey" && !("oneSide" in chosen().dataset) ? "grey" : "coloured");

const draft = new Draft(form);
const tapping = new Tapping(place, {
  players: () => (forTwo() ? 2 : Number(value("players"))),
  called: (seat) => {
    const box = form.elements[`name${seat}`];
    return box.value.trim() || box.labels[0].textContent.trim();
  },
  byHand: () => value("brackets") === "no",
  board: () => `/boards/${value("game")}/${side()}.json`,
  changed: (corners) => {
    const before = form.elements.corners.value;
    form.elements.corners.value = JSON.stringify(corners);
    if (before !== form.elements.corners.value) draft.keep();
  },
});

/** Have a picture taken, and show which boards were found in it. */
async function look(button) {
  button?.setAttribute("aria-busy", "true");
  try {
    const before = (await preview())?.number;
    const body = new URLSearchParams(new FormData(form));
    body.set("brackets", "yes"); // what is found is shown; what was tapped stays
    const refused = await post("/preview", body);
    if (refused) return say(refused);
    const found = await seen(before);
    say(found?.sentence ?? "");
    await tapping.load(found?.boards ?? []);
  } catch {
    // It is said that the companion is out of reach; the button can be pressed again.
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

/** Forget what the last look found: it was for other boards. */
function forget() {
  tapping.found = null;
  say("");
}

const preview = async () => (await reach("/preview.json", { cache: "no-store" })).json();

/** Wait for a look at the boards that is newer than the one with the number `before`. */
async function seen(before) {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const found = await preview();
    if (found && found.number !== before) return found;
    await new Promise((go) => setTimeout(go, 250));
  }
  return null;
}

form.addEventListener("change", ({ target }) => {
  if (forTwo()) form.elements.players.value = "2";
  const otherBoards = ["game", "variant", "players"].includes(target.name);
  if (otherBoards) forget();
  if (otherBoards || target.name === "brackets") tapping.begin();
});
document.getElementById("again").addEventListener("click", () => tapping.begin());
document.getElementById("fresh").addEventListener("click", (event) => look(event.currentTarget));
form.addEventListener("focusin", ({ target }) => {
  if (target.matches("input:not([type])")) target.scrollIntoView({ block: "nearest" }); // from under the bar
});
form.addEventListener("input", () => draft.keep());
form.addEventListener("submit", () => draft.hold(), { capture: true });
form.addEventListener("refused", () => draft.keep());
draft.restore();
tapping.begin(JSON.parse(form.elements.corners.value || "[]"));
sendFormsQuietly();
follow(); // so that it is said when the companion is out of reach
