// Pictures on their way, kept in this browser until the companion has heard them: a phone that
// falls asleep, or a page that is loaded anew, loses none.
const NAME = "outbox";
const STORE = "pictures";

/** Keep a picture, or corners: `{ name, address, picture, at, due }`; where nothing may be kept, it is only sent. */
export const keep = (one) => change((store) => store.put(one));

/** Forget a picture by its name: it has arrived, or was refused. */
export const forget = (name) => change((store) => store.delete(name));

/** Return the pictures that have not arrived, the oldest first. */
export async function waiting() {
  const kept = (await change((store) => store.getAll(), "readonly")) ?? [];
  return kept.sort((one, other) => one.at - other.at);
}

async function change(what, mode = "readwrite") {
  try {
    const database = await opened();
    try {
      return await done(what(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  } catch {
    return undefined; // a private window may keep nothing
  }
}

function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "name" });
  return done(request);
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
  });
}
