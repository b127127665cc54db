// The stream of states.  A browser has six connections per host, and phones cut streams when they
// sleep: so one stream, closed while nobody looks, and the state asked for anew on return.

const ASK_AGAIN_MS = 5000;

/** Call `news` whenever the companion's version differs from the one `shown`. */
export function follow({ shown, news, connected }) {
  let source = null;
  let timer = 0;
  let broken = false; // a companion that was started anew counts its versions from one again

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
    source = new EventSource("/events");
    source.addEventListener("state", (event) => tell(JSON.parse(event.data).version));
    source.addEventListener("error", () => {
      lost();
      // Refused (too many pages) rather than broken off: the browser will not try again itself.
      if (source && source.readyState === EventSource.CLOSED) ask();
    });
  }

  async function ask() {
    close();
    try {
      const answer = await fetch("/api/state", { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.statusText);
      tell((await answer.json()).version);
    } catch {
      lost();
    }
    timer = setTimeout(open, ASK_AGAIN_MS);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && open());
  if (!document.hidden) open();
}
