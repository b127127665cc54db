// What only this screen wants: quiet sounds, and dark instead of light.
import { keep } from "./keep.js";
import { Sounds } from "./sounds.js";

export function showSwitches() {
  const place = document.getElementById("switches");
  if (!place) return;
  const sounds = new Sounds();
  onPress("sounds", sounds.on, (on) => sounds.turn(on));
  onPress("dark", isDark(), (on) => darken(on));
  place.hidden = false;
  new MutationObserver(() => sounds.play(document.body.dataset.news))
    .observe(document.body, { attributeFilter: ["data-news"] });
}

function onPress(id, on, turn) {
  const button = document.getElementById(id);
  button.setAttribute("aria-pressed", on);
  button.addEventListener("click", () => {
    const now = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", now);
    turn(now);
  });
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function darken(on) {
  document.documentElement.dataset.theme = on ? "dark" : "light";
  keep("theme", on ? "dark" : "light");
}
