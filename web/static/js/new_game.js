// Setting up a game: the form, and tapping the corners of the boards on the picture.
import { sendFormsQuietly } from "./forms.js";
import { Tapping } from "./tapping.js";

const form = document.querySelector(".new-game");
const place = document.getElementById("tapping");
const value = (name) => form.elements[name].value;
const players = () => (value("game") === "azul-duel" ? 2 : Number(value("players")));
const called = (seat) => form.elements[`name${seat}`].value.trim() || form.elements[`name${seat}`].labels[0].textContent.trim();
const side = () => (form.elements.variant.value === "grey" && value("game") !== "azul-duel" ? "grey" : "coloured");

const tapping = new Tapping(place, {
  players,
  called,
  board: () => `/boards/${value("game")}/${side()}.json`,
  changed: (corners) => (form.elements.corners.value = JSON.stringify(corners)),
});

function changed(event) {
  if (value("game") === "azul-duel") form.elements.players.value = "2";
  if (["game", "variant", "players", "brackets"].includes(event?.target.name) && value("brackets") === "no") tapping.begin();
}

form.addEventListener("change", changed);
document.getElementById("again").addEventListener("click", () => tapping.begin());
document.getElementById("fresh").addEventListener("click", () => tapping.load());
changed();
sendFormsQuietly();
