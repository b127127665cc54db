// Quiet sounds, the same as the panel's: scored, a question, not allowed, the game is over.
import { keep, kept } from "./keep.js";

const LOUD = 0.06;

export class Sounds {
  constructor() {
    this.on = kept("sounds") === "on";
    this.told = document.body.dataset.news;
    this.melodies = null;
    this.context = null;
    // A browser lets nothing sound before somebody has touched the page.
    if (this.on) addEventListener("pointerdown", () => this.wake(), { once: true });
  }

  turn(on) {
    this.on = on;
    keep("sounds", on ? "on" : "off");
    if (on) this.sound("read");
  }

  async wake() {
    this.context ??= new AudioContext();
    this.melodies ??= await (await fetch("/static/sounds.json")).json();
    await this.context.resume();
  }

  /** Play what belongs to news like "read 7 3": the signal, its picture and reading. */
  play(news) {
    if (!this.on || !this.context || news === this.told) return;
    this.told = news;
    this.sound(news.split(" ")[0]);
  }

  async sound(signal) {
    try {
      await this.wake();
    } catch {
      return; // the melodies could not be fetched: with the next news they may be
    }
    let at = this.context.currentTime;
    for (const [hertz, seconds] of this.melodies[signal] ?? []) {
      if (hertz) this.note(hertz, at, seconds);
      at += seconds;
    }
  }

  note(hertz, at, seconds) {
    const source = new OscillatorNode(this.context, { frequency: hertz, type: "sine" });
    const volume = new GainNode(this.context, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUD, at + 0.02);
    volume.gain.linearRampToValueAtTime(0, at + seconds);
    source.connect(volume).connect(this.context.destination);
    source.start(at);
    source.stop(at + seconds);
  }
}
