// Sends a picture: made handy first, with progress, and again under the same name if it got lost.
import { spoken } from "./connection.js";
import { reasonOf } from "./forms.js";

const LONGEST_PX = 2048; // as the companion makes it itself
const QUALITY = 0.92;
const PATIENCE_MS = 90_000;
const FIRST_WAIT_MS = 700;
const BUSY_MS = 3000;
const WAITS = 202; // another is still being read: what becomes of this one is told when it is sent again
const TOLD = "application/json"; // corners, which go the same way; whatever else a phone calls a picture
const STEP = 25; // of a hundred: whoever listens is not told every one
const HEAD_BYTES = 4096; // enough to be told what a film is

/** Return a name that nobody else has; it works without HTTPS too. */
export function newName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return a picture upright and no larger than is of use; as it is where the browser cannot. */
export async function handy(file) {
  if (file.type.startsWith("video/")) return file.slice(0, HEAD_BYTES);
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const share = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
    if (share === 1 && file.type === "image/jpeg") return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * share);
    canvas.height = Math.round(picture.height * share);
    const ink = canvas.getContext("2d");
    ink.imageSmoothingQuality = "high";
    ink.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return (await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY))) ?? file;
  } catch {
    return file; // the companion says what it is
  }
}

/** Send a picture until it has arrived, for a while; returns whether it has, and why it was refused. */
export async function send(address, picture, { progress, again, lost }) {
  const end = Date.now() + PATIENCE_MS;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, 8000)) {
    const answer = (await once(address, picture, progress)) ?? (await turnedAway(address, picture.type));
    const waits = answer?.status === WAITS;
    if (answer && !waits) {
      document.getElementById("refusal")?.toggleAttribute("data-unpaired", answer.status === 401);
      return { arrived: true, refused: answer.ok ? "" : await reasonOf(answer) };
    }
    if (Date.now() > end) return { arrived: false, refused: lost };
    if (!waits) again();
    await new Promise((go) => setTimeout(go, waits ? BUSY_MS : wait));
  }
}

// On a device that is not paired the door is shut before a whole picture is through, which looks like
// a lost connection; an empty one is small enough to be told why, and counts for nothing.
async function turnedAway(address, type) {
  const answer = await once(address, new Blob([], { type }), () => {});
  return answer?.status === 401 ? answer : null;
}

// One try: the answer, or null where there was none.  Only XMLHttpRequest tells how far it is.
function once(address, picture, progress) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Content-Type", picture.type === TOLD ? TOLD : "application/octet-stream");
    for (const [name, words] of Object.entries(spoken())) request.setRequestHeader(name, words);
    request.upload.addEventListener("progress", (event) => progress(event.total ? event.loaded / event.total : 0));
    request.addEventListener("load", () => {
      const headers = { "Content-Type": request.getResponseHeader("Content-Type") ?? "" };
      const text = request.status === 204 ? null : request.responseText;
      done(request.status >= 500 && request.status !== 500 ? null : new Response(text, { status: request.status, headers }));
    });
    for (const lost of ["error", "abort", "timeout"]) request.addEventListener(lost, () => done(null));
    request.send(picture);
  });
}

/** Show on a form how far its picture is; returns what `send` wants, and how to end it. */
export function shownOn(form) {
  const line = form.querySelector(".progress");
  const [bar, words] = line.children;
  const { dataset } = form;
  const tell = (text) => { if (words.textContent !== text) words.textContent = text; };
  return {
    lost: dataset.lost,
    progress: (part) => {
      line.hidden = false;
      bar.value = Math.round(100 * part);
      tell(part < 1 ? dataset.onItsWay.replace("{part}", STEP * Math.floor(bar.value / STEP)) : dataset.reading);
    },
    again: () => tell(dataset.again),
    end: () => { line.hidden = true; },
  };
}
