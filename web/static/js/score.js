// What would this score?  A picture is sent, and the page of its name tells.
import { followLinksQuietly, say } from "./forms.js";
import { handy, newName, send, shownOn } from "./sending.js";
import { Tapping } from "./tapping.js";

const form = document.getElementById("sending");
const place = document.getElementById("tapping");
const most = () => Number(form.querySelector("[name=game]:checked")?.dataset.most);

form?.addEventListener("change", () => {
  const boards = form.elements.boards;
  if (Number(boards.value) > most()) boards.value = String(most());
});

form?.addEventListener("change", async (event) => {
  const file = event.target.id === "file" ? event.target.files[0] : null;
  if (!file) return;
  const name = newName();
  const shown = shownOn(form);
  say("");
  shown.progress(0);
  const { refused } = await send(`${form.dataset.address}?name=${name}`, await handy(file), shown);
  event.target.value = "";
  if (refused) {
    shown.end();
    say(refused);
    return;
  }
  location.assign(pageOf(name));
});

/** The address of what a picture scores: what the form says of it goes along. */
function pageOf(name) {
  const wanted = new URLSearchParams(new FormData(form));
  wanted.delete("file");
  const [path, before] = form.dataset.to.split("?");
  for (const [key, value] of new URLSearchParams(before ?? "")) wanted.set(key, value);
  return `${path}/${name}?${wanted}`;
}

if (place) {
  const wanted = new URLSearchParams(location.search);
  const game = [...(form?.elements.game ?? [])].find((one) => one.value === wanted.get("game"));
  const side = wanted.get("variant") === "grey" && !("oneSide" in (game?.dataset ?? {})) ? "grey" : "coloured";
  const tapping = new Tapping(place, {
    players: () => Math.min(Number(wanted.get("boards") ?? 2), Number(game?.dataset.most ?? 4)),
    called: (seat) => place.dataset.called.replace("{number}", seat + 1),
    byHand: () => true,
    board: () => `/boards/${wanted.get("game")}/${side}.json`,
    picture: () => place.dataset.picture,
    changed: () => {},
  });
  tapping.begin(JSON.parse(place.dataset.corners));
  document.getElementById("corners-again").addEventListener("click", () => tapping.begin());
  document.getElementById("read-so").addEventListener("click", () => {
    const boards = tapping.whole();
    if (!boards.length) return;
    wanted.set("corners", JSON.stringify(boards));
    for (const key of [...wanted.keys()]) if (/^(change|cell|board$|from|tile)/.test(key)) wanted.delete(key);
    location.assign(`${location.pathname}?${wanted}`);
  });
}
followLinksQuietly();
