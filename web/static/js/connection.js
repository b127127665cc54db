// Says on the page when the companion is out of reach, and that it is there again.
export function connected(yes) {
  const note = document.getElementById("offline");
  note.textContent = yes ? "" : note.dataset.text;
}

/** The headers of what a page asks for by itself: it is answered in the page's own language. */
export const spoken = () => ({ "X-Requested-With": "fetch", "Accept-Language": document.documentElement.lang });

/** Fetch something for the page; where the companion does not answer, that is said too. */
export async function reach(address, options) {
  try {
    const answer = await fetch(address, { ...options, headers: spoken() });
    connected(true);
    return answer;
  } catch (error) {
    connected(false);
    throw error;
  }
}
