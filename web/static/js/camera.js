// A phone as the camera: its picture is sent, and the page follows the evening as always.
import { post, say } from "./forms.js";
import { handy, newName, send, shownOn } from "./sending.js";
import { Tapping } from "./tapping.js";

const form = document.getElementById("sending");

form?.addEventListener("change", async (event) => {
  const file = event.target.id === "file" ? event.target.files[0] : null;
  if (!file) return;
  const shown = shownOn(form);
  const address = `${form.dataset.address}?${asked()}`;
  say("");
  shown.progress(0);
  const refused = await send(address, await handy(file), shown);
  shown.end();
  event.target.value = "";
  say(refused);
  if (!refused) for (const name of ["owner", "passes"]) choose(name, "");
  scrollTo({ top: 0 });
});

/** What the address says of a picture: its name, whose board it shows, who passes. */
function asked() {
  const said = new URLSearchParams({ name: newName() });
  const owner = chosen("owner");
  const passes = chosen("passes");
  if (owner) said.set("owner", owner);
  if (passes) {
    said.set("seat", passes);
    said.set("gesture", "hold");
  }
  return said;
}

const chosen = (name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
const choose = (name, value) => form.querySelector(`[name="${name}"][value="${value}"]`)?.click();

// The corners of boards that were not found; the part comes and goes with the evening.
document.addEventListener("toggle", async (event) => {
  if (event.target.id !== "corners" || !event.target.open) return;
  const place = event.target.querySelector("#tapping");
  const tapping = new Tapping(place, {
    players: () => Number(form.dataset.players),
    called: (seat) => form.querySelector(`[name="owner"][value="${seat}"]`).parentElement.textContent.trim(),
    byHand: () => true,
    board: () => form.dataset.board,
    changed: () => {},
  });
  await tapping.begin();
  document.getElementById("corners-again").addEventListener("click", () => tapping.begin());
  document.getElementById("read-so").addEventListener("click", async () => {
    const corners = tapping.whole();
    if (corners.length === tapping.players()) say(await postJson(corners));
  });
}, { capture: true });

function postJson(corners) {
  const body = new Blob([JSON.stringify({ corners })], { type: "application/json" });
  return post(`/camera/corners?name=${newName()}`, body);
}
