// Keeps what is typed into a form at the companion as it is typed, so that nothing is lost with it.
import { post } from "./forms.js";

const AGAIN_MS = 1000;

export class Draft {
  constructor(form) {
    this.form = form;
    this.fresh = false; // something was typed that is not kept yet
    this.sending = null;
    addEventListener("pagehide", () => this.fresh && navigator.sendBeacon("/draft", this.values()));
  }

  /** Keep what the form holds now; what comes while it is on its way follows. */
  keep() {
    this.fresh = true;
    this.sending ??= this.send();
  }

  /** Keep nothing more for the moment: the form is on its way itself. */
  hold() {
    this.fresh = false;
  }

  async send() {
    while (this.fresh) {
      this.fresh = false;
      try {
        await post("/draft", this.values());
      } catch {
        this.fresh = true; // the companion is out of reach: once it is back
        await new Promise((go) => setTimeout(go, AGAIN_MS));
      }
    }
    this.sending = null;
  }

  values() {
    return new URLSearchParams(new FormData(this.form));
  }

  /** Fill the form with what was kept. */
  restore() {
    const kept = JSON.parse(this.form.dataset.draft);
    if (!kept.length) return;
    for (const field of this.form.elements) {
      const given = kept.filter(([name]) => name === field.name).map(([, value]) => value);
      if (field.type === "checkbox" || (field.type === "radio" && given.length)) field.checked = given.includes(field.value);
      else if (given.length) field.value = given[0];
    }
  }
}
