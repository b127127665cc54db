// A phone as the camera: its picture is sent, and the page follows the evening as always.
import { say } from "./forms.js";
import { LiveView, possible } from "./live_view.js";
import * as outbox from "./outbox.js";
import { handy, newName, send, shownOn } from "./sending.js";
import { keep } from "./keep.js";
import { Tapping } from "./tapping.js";

const LIFETIME_MS = 600_000; // a picture that is older shows a table that nobody sees any more
const AGAIN_MS = 15_000;
const form = document.getElementById("sending");
let last = Promise.resolve(); // pictures go one after the other
let pressedFor; // what was due when the button was pressed: meanwhile another phone may be quicker
const under = new Set(); // the names of those that are on their way

form?.addEventListener("click", (event) => {
  if (event.target.closest(".shutter")) pressedFor = due();
});

form?.addEventListener("change", (event) => {
  if (event.target.name === "mine") return chooseMine(event.target);
  const file = event.target.type === "file" ? event.target.files[0] : null;
  if (!file) return undefined;
  event.target.value = "";
  return take(handy(file), event.target.id);
});

/** Keep a picture, and send it; `control` is the id of the button that took it. */
async function take(picture, control) {
  const said = asked(control);
  const one = { name: said.get("name"), address: `${form.dataset.address}?${said}`, at: Date.now(), due: pressedFor ?? due() };
  pressedFor = undefined;
  under.add(one.name);
  say("");
  shownOn(form).progress(0);
  for (const name of ["owner", "passes"]) choose(name, "");
  for (const one of form.querySelectorAll(".closer[open]")) one.open = false; // what is said of it needs the room
  one.picture = await picture;
  await keepAndDeliver(one);
}

async function keepAndDeliver(one) {
  await outbox.keep(one);
  await deliver(one);
}

function deliver(one) {
  under.add(one.name);
  // A mistake with one is no hindrance for those after it.
  last = last.catch(() => {}).then(() => delivered(one)).finally(() => under.delete(one.name));
  return last;
}

async function delivered(one) {
  const shown = { ...shownOn(form), ...(one.corners && { lost: form.dataset.cornersLost }) };
  const { refused, arrived } = await send(`${one.address}&late=${encodeURIComponent(one.due)}`, one.picture, shown);
  shown.end();
  if (arrived) await outbox.forget(one.name);
  else setTimeout(deliverWaiting, AGAIN_MS);
  say(refused);
  scrollTo({ top: 0 });
}

// What had not arrived when this page was left, or the phone fell asleep.
async function deliverWaiting() {
  for (const one of await outbox.waiting()) {
    if (under.has(one.name)) continue;
    if (Date.now() - one.at > LIFETIME_MS) {
      await outbox.forget(one.name);
      say(form.dataset.tooOld);
    } else {
      deliver(one);
    }
  }
}

if (form) {
  deliverWaiting();
  addEventListener("online", deliverWaiting);
  addEventListener("pageshow", deliverWaiting);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) deliverWaiting(); });
}

/** What the address says of a picture: its name, whose board it shows, whose turn, who passes,
 *  and that the offer is over.
 */
function asked(control) {
  const said = new URLSearchParams({ name: newName() });
  const own = control === "own-file";
  const owner = own ? "" : chosen("owner");
  const passes = own ? "" : chosen("passes");
  if (owner) said.set("owner", owner);
  if (own) said.set("seat", chosen("mine"));
  if (passes) said.set("seat", passes);
  if (passes || control === "offer-over") said.set("gesture", "hold");
  return said;
}

const due = () => form.querySelector("[data-part=shutter]").dataset.due;
const chosen = (name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
const choose = (name, value) => form.querySelector(`[name="${name}"][value="${value}"]`)?.click();

// Whose phone this is; kept by name, as seats change from game to game.
function chooseMine({ value, parentElement }) {
  keep("mine", value === "" ? "" : called(value));
  parentElement.closest("details").open = false;
  showOwn();
}

function showOwn() {
  form.querySelector(".own-turn").hidden = chosen("mine") === "";
}

const called = (seat) => form.querySelector(`[name="owner"][value="${seat}"]`).parentElement.textContent.trim();

function recallMine() {
  const name = localStorage.getItem("mine");
  const mine = [...form.querySelectorAll('[name="mine"]')].find((one) => one.value && called(one.value) === name);
  if (mine) mine.checked = true;
  showOwn();
}

if (form) {
  try {
    recallMine();
  } catch {
    // Nothing may be kept here.
  }
}

// The live view; without it the button opens the phone's own camera.
if (form && possible()) {
  const button = document.getElementById("live-view");
  const turn = async (on) => {
    if (on && button.hasAttribute("aria-busy")) return; // the camera is being asked for
    button.setAttribute("aria-busy", "true");
    const begun = on && (await view.begin());
    if (!on) view.end();
    button.removeAttribute("aria-busy");
    button.setAttribute("aria-pressed", Boolean(begun));
    say(on && !begun ? form.dataset.noCamera : "");
  };
  const view = new LiveView(form.querySelector("video"), () => turn(false));
  button.hidden = false;
  button.addEventListener("click", () => turn(button.getAttribute("aria-pressed") !== "true"));
  form.addEventListener("click", (event) => {
    const shutter = event.target.closest(".shutter");
    if (!shutter || !view.on) return;
    event.preventDefault();
    take(view.picture(), shutter.control.id);
  });
  addEventListener("pagehide", () => turn(false));
}

// The corners of boards that were not found; the part comes and goes with the evening, and what was
// tapped in it stays for as long as it is there.
let tapping;
document.addEventListener("toggle", async (event) => {
  if (event.target.id !== "corners" || !event.target.open) return;
  const place = event.target.querySelector("#tapping");
  if (tapping?.place === place) return;
  const lost = due();
  const of = event.target.parentElement.dataset.stays; // another phone's picture may come meanwhile
  tapping = new Tapping(place, {
    players: () => Number(form.dataset.players),
    called,
    byHand: () => true,
    board: () => form.dataset.board,
    changed: () => {},
  });
  await tapping.begin();
  document.getElementById("corners-again").addEventListener("click", () => tapping.begin());
  const button = document.getElementById("read-so");
  button.addEventListener("click", async () => {
    const corners = tapping.whole();
    if (corners.length !== tapping.players() || button.hasAttribute("aria-busy")) return;
    button.setAttribute("aria-busy", "true");
    await sendCorners(corners, lost, of).finally(() => button.removeAttribute("aria-busy"));
  });
}, { capture: true });

/** Send corners as a picture is sent: kept, and again where the companion is busy or out of reach. */
function sendCorners(corners, lost, of) {
  const name = newName();
  const picture = new Blob([JSON.stringify({ corners })], { type: "application/json" });
  const address = `/camera/corners?name=${name}&of=${of}`;
  under.add(name);
  say("");
  return keepAndDeliver({ name, address, at: Date.now(), due: lost, corners: true, picture });
}
