// Fetches this page again and exchanges the parts that changed.

const AGAIN_MS = 5000;
let running = null; // the promise of the exchange under way
let again = false;
let due = null; // the picture that was asked for last: of two that load it is the one to be shown
const TRAITS = [
  (one) => one.outerHTML,
  (one) => one.getAttribute("href"),
  (one) => one.localName === "summary" && one.textContent,
];

/** Bring every part of the page up to date; news that come meanwhile are not forgotten. */
export function refresh() {
  again = true;
  running ??= untilNothingIsNew();
  return running;
}

async function untilNothingIsNew() {
  try {
    while (again) {
      again = false;
      await exchange();
    }
  } catch {
    // Gone for the moment.  The stream may not have noticed, and bring no news until the next press.
    setTimeout(refresh, AGAIN_MS);
  } finally {
    running = null;
  }
}

async function exchange() {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (answer.status === 404) return leaveWhatIsGone();
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.url !== location.href.split("#")[0]) return; // the reader has gone on meanwhile
  if (isOfAnotherGame(fresh.body)) return location.reload();
  for (const part of fresh.querySelectorAll("[data-part]")) replacePart(part);
  document.title = fresh.title;
  document.body.className = fresh.body.className; // has the number of players
  Object.assign(document.body.dataset, fresh.body.dataset); // the version, and the seats' colours
}

// What the page showed is gone.  Where a reading was taken back, the board as it is now follows;
// where nobody sits any more, that is said.
function leaveWhatIsGone() {
  const now = new URL(location);
  now.searchParams.delete("reading");
  now.hash = "";
  location.replace(now);
}

// Forms and all are of the game they were drawn for.  A page that may sound is exchanged part by part:
// loaded anew it would be silent until somebody touches it.
function isOfAnotherGame(body) {
  return body.dataset.sitting !== document.body.dataset.sitting && !document.getElementById("switches");
}

function replacePart(fresh) {
  const old = document.querySelector(`[data-part="${fresh.dataset.part}"]`);
  if (!old || isWorkedIn(old, fresh)) return;
  if (fresh.dataset.part === "picture") due = fresh;
  keepOpen(old, fresh);
  if (old.outerHTML === fresh.outerHTML) return;
  keepTyped(old, fresh);
  if (fresh.hasAttribute("aria-live")) old.textContent = fresh.textContent; // the same region speaks
  else if (fresh.dataset.part === "picture") afterLoading(fresh, () => fresh === due && show(old, fresh));
  else show(old, fresh);
}

// Where people do more than can be carried over, the part stays for as long as it is of the same picture.
function isWorkedIn(old, fresh) {
  return Boolean(fresh.dataset.stays) && fresh.dataset.stays === old.dataset.stays;
}

function show(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(fresh);
  if (!focused) return;
  // What was pressed may be gone, as an answer is: whoever has no mouse goes on from the content.
  // Whoever has scrolled on meanwhile stays where they look.
  (twinOf(focused, old, fresh) ?? document.getElementById("main"))?.focus({ preventScroll: true });
}

// The same thing drawn anew: it may look otherwise, and lead or say the same.
// Of several that are alike it is the one that has as many before it.
function twinOf(one, old, fresh) {
  if (one.id) return document.getElementById(one.id);
  for (const trait of TRAITS.filter((each) => each(one))) {
    const [before, now] = [old, fresh].map((part) => alike(part, one, trait));
    if (now.length) return now[Math.min(before.indexOf(one), now.length - 1)];
  }
  return null;
}

function alike(part, one, trait) {
  return [...part.querySelectorAll(one.localName)].filter((other) => trait(other) === trait(one));
}

// What somebody has opened stays open.
function keepOpen(old, fresh) {
  const twins = fresh.querySelectorAll("details");
  for (const [n, one] of old.querySelectorAll("details").entries()) {
    const same = one.querySelector("summary")?.textContent === twins[n]?.querySelector("summary")?.textContent;
    if (one.open && same) twins[n].open = true;
  }
}

// What somebody is typing or has chosen outlives the news that come meanwhile.
function keepTyped(old, fresh) {
  for (const field of old.querySelectorAll("input[type=number][id], select[id]")) {
    const twin = fresh.querySelector(`#${CSS.escape(field.id)}`);
    const given = field.tagName === "SELECT" ? (field.querySelector("[selected]") ?? field.options[0]).value : field.defaultValue;
    if (twin && field.value !== given) twin.value = field.value;
  }
  for (const chosen of old.querySelectorAll("input[type=radio]:checked")) {
    if (chosen.defaultChecked) continue;
    const twin = fresh.querySelector(`[name="${CSS.escape(chosen.name)}"][value="${CSS.escape(chosen.value)}"]`);
    if (twin) twin.checked = true;
  }
}

// A picture is shown when it is there: no black gap between two of them, and no torn leaf where the
// companion went away meanwhile.  The next exchange tries again, as what is shown still differs.
function afterLoading(part, show) {
  const href = part.querySelector("image")?.getAttribute("href");
  if (!href) return show();
  const picture = new Image();
  picture.onload = show;
  picture.src = href;
}
