// The stream of states.  A browser has six connections per host, and phones cut streams when they
// sleep: so one stream, closed while nobody looks, and the state asked for anew on return.
import { connected } from "./connection.js";

const ASK_AGAIN_MS = 5000;
const SILENCE_MS = 40_000; // no word for so long, though it says every 15 s that it is there: a cable came loose

/** Call `news` whenever the companion's version differs from the one `shown`; say when it is gone. */
export function follow({ shown = () => 0, news = () => {} } = {}) {
  let source = null;
  let timer = 0;
  let silence = 0;
  let broken = false; // a companion that was started anew counts its versions from one again

  function heard() {
    clearTimeout(silence);
    silence = setTimeout(() => {
      lost();
      open();
    }, SILENCE_MS);
  }

  function tell(version) {
    if (broken || version !== shown()) news();
    broken = false;
    connected(true);
  }

  function lost() {
    broken = true;
    connected(false);
  }

  function open() {
    close();
    heard();
    source = new EventSource("/events");
    source.addEventListener("alive", () => {
      heard();
      connected(true);
    });
    source.addEventListener("state", (event) => {
      heard();
      tell(JSON.parse(event.data).version);
    });
    source.addEventListener("error", () => {
      lost();
      // Refused (too many pages) rather than broken off: the browser will not try again itself.
      if (source && source.readyState === EventSource.CLOSED) ask();
    });
  }

  async function ask() {
    close();
    heard();
    try {
      const answer = await fetch("/api/state", { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.statusText);
      tell((await answer.json()).version);
    } catch {
      lost();
    }
    if (!document.hidden) timer = setTimeout(open, ASK_AGAIN_MS); // who looks again opens one at once
  }

  function close() {
    clearTimeout(timer);
    clearTimeout(silence);
    source?.close();
    source = null;
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  if (!document.hidden) open();
}
