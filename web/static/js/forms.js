// Sends the forms without leaving the page.  Without this script they work all the same.
import { reach } from "./connection.js";
import { refresh } from "./refresh.js";

const SECOND_TAP_MS = 700; // two taps of one finger
const underWay = new WeakSet(); // forms that wait for their answer
const tapped = { action: "", at: -Infinity };
let pressed = ""; // the place of a board that was pressed last

/** Take over every form that changes something, also those that come later. */
export function sendFormsQuietly() {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.method !== "post" || form.hasAttribute("data-loud")) return;
    event.preventDefault();
    if (isSecondTap(form)) return;
    underWay.add(form);
    const button = event.submitter;
    button?.setAttribute("aria-busy", "true");
    let refused = true;
    try {
      refused = await post(form.action, valuesOf(form, button));
      say(refused);
      if (!refused && "reload" in form.dataset) await leaveFor(form.dataset.then);
      else if (!refused && form.dataset.then) await goQuietly(form.dataset.then, "main");
    } catch {
      // It is said that the companion is out of reach; the button can be pressed again.
    } finally {
      underWay.delete(form);
      button?.removeAttribute("aria-busy");
      if (refused) form.dispatchEvent(new Event("refused"));
    }
  });
}

// A form marked `data-once` may have been exchanged between two taps for one that means the step before.
function isSecondTap(form) {
  const since = performance.now() - tapped.at;
  if (underWay.has(form) || ("once" in form.dataset && tapped.action === form.action && since < SECOND_TAP_MS)) return true;
  Object.assign(tapped, { action: form.action, at: performance.now() });
  return false;
}

/** Ask for something to be done; returns why it was refused, and empty text where it was not. */
export async function post(address, body) {
  const answer = await reach(address, { method: "POST", body });
  document.getElementById("refusal")?.toggleAttribute("data-unpaired", answer.status === 401);
  return answer.ok ? "" : reasonOf(answer);
}

/** Go to another page; what was pressed stays so until it is there, or somebody comes back. */
export function leaveFor(address) {
  return new Promise((back) => {
    addEventListener("pageshow", back, { once: true });
    location.assign(address);
  });
}

function valuesOf(form, button) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.set(button.name, button.value);
  return body;
}

/** Follow links marked `data-quiet` without leaving the page; the part they name gets the focus.
 *
 *  Whoever is done with a place of a board goes on from there, and Escape leaves it as it is. */
export function followLinksQuietly() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-quiet]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (link.id) pressed = link.id;
    goQuietly(link.getAttribute("href"), link.dataset.quiet);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.querySelector("[data-leave]")?.click();
  });
  addEventListener("popstate", () => refresh());
}

async function goQuietly(address, focus) {
  history.pushState(null, "", address);
  await refresh();
  const place = focus === "main" && document.getElementById(pressed);
  (place || document.getElementById(focus))?.focus({ preventScroll: true });
  document.querySelector(".closeup [aria-current]")?.scrollIntoView({ block: "nearest" });
}

/** Say why something was refused, and clear what was said before. */
export function say(sentence) {
  const place = document.getElementById("refusal");
  if (!place) return;
  place.querySelector("span").textContent = sentence;
  place.hidden = !sentence;
}

/** Return why an answer refuses what was asked, as a sentence. */
export async function reasonOf(answer) {
  const text = await answer.text();
  if ((answer.headers.get("Content-Type") ?? "").includes("json")) {
    const told = JSON.parse(text);
    return told.error?.message ?? told.error ?? told.message ?? answer.statusText;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  return page.querySelector("[data-reason]")?.textContent ?? answer.statusText;
}
