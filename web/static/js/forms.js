// Sends the forms without leaving the page.  Without this script they work all the same.

/** Take over every form on the page, also those that come later. */
export function sendFormsQuietly() {
  document.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = event.submitter;
    const body = new URLSearchParams();
    if (button?.name) body.set(button.name, button.value);
    button?.setAttribute("aria-busy", "true");
    try {
      await fetch(event.target.action, { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
    } catch {
      // The stream says that the companion is out of reach; the button can be pressed again.
    } finally {
      button?.removeAttribute("aria-busy");
    }
  });
}
