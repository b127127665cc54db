// Keeps the page as the companion sees the table: one stream of events, one way of drawing.
import { follow } from "./stream.js";
import { refresh } from "./refresh.js";
import { showSwitches } from "./switches.js";
import { followLinksQuietly, sendFormsQuietly } from "./forms.js";

follow({
  shown: () => Number(document.body.dataset.version),
  news: refresh,
});
sendFormsQuietly();
followLinksQuietly();
showSwitches();
