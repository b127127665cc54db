// Four corners for every board, tapped on the picture under a magnifier, and checked at once.
import { plane } from "./plane.js";

const NEAR = 28; // a tap this near to a corner (in pixels of the screen) takes hold of it
const ZOOM = 4;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Tapping {
  constructor(place, { players, called, byHand, board, changed, picture = newest }) {
    Object.assign(this, { place, players, called, byHand, board, changed, picture });
    this.stage = place.querySelector(".stage");
    this.photo = place.querySelector(".photo");
    this.glass = place.querySelector(".glass");
    this.corners = [];
    this.found = null; // boards that were found by themselves, as a report has them
    this.image = null;
    this.held = -1;
    this.stage.addEventListener("pointerdown", (event) => this.take(event));
    this.stage.addEventListener("pointermove", (event) => this.held >= 0 && event.buttons && this.move(event));
    for (const end of ["pointerup", "pointercancel"]) this.stage.addEventListener(end, () => this.release());
    this.stage.addEventListener("keydown", (event) => this.key(event));
    this.stage.addEventListener("focus", () => this.draw());
    this.stage.addEventListener("blur", () => (this.held < 0 ? this.draw() : this.release()));
  }

  /** Begin anew, with the picture of now and the board that is chosen; with corners set before. */
  async begin(boards = []) {
    this.corners = boards.flat();
    this.held = -1;
    const address = this.board();
    const answer = await fetch(address);
    const data = answer.ok ? await answer.json() : null;
    if (address !== this.board()) return; // another board was chosen meanwhile, and is on its way
    this.data = data;
    if (!this.image) await this.load();
    else this.tell();
  }

  /** Get the newest picture, with the boards found in it; tapped corners stay where they are. */
  async load(found = null) {
    this.found = found?.filter((one) => one.corners_px);
    if (!found && !("picture" in this.place.dataset)) return this.tell(); // none has been taken yet
    const image = new Image();
    image.src = this.picture();
    try {
      await image.decode();
    } catch {
      return this.say(this.place.dataset.none);
    }
    this.image = image;
    this.photo.width = image.naturalWidth;
    this.photo.height = image.naturalHeight;
    this.cursor ??= [image.naturalWidth / 2, image.naturalHeight / 2];
    this.tell();
  }

  get wanted() {
    return 4 * this.players();
  }

  at(event) {
    const box = this.photo.getBoundingClientRect();
    const scale = this.photo.width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  take(event) {
    if (!this.image || !this.byHand()) return;
    event.preventDefault();
    this.stage.setPointerCapture(event.pointerId);
    const point = this.at(event);
    const near = this.near(point);
    if (near < 0 && this.corners.length >= this.wanted) return;
    this.held = near < 0 ? this.corners.push(point) - 1 : near;
    this.move(event);
  }

  /** Return the number of the corner at a point, or -1. */
  near(point) {
    const reach = NEAR * (this.photo.width / this.photo.getBoundingClientRect().width);
    return this.corners.findIndex(([x, y]) => Math.hypot(x - point[0], y - point[1]) < reach);
  }

  move(event) {
    this.put(this.at(event));
    this.magnify();
  }

  put([x, y]) {
    const inside = [Math.min(Math.max(x, 0), this.photo.width), Math.min(Math.max(y, 0), this.photo.height)];
    this.cursor = inside;
    if (this.held >= 0) this.corners[this.held] = inside;
    this.draw();
  }

  release() {
    this.held = -1;
    this.glass.hidden = true;
    this.tell();
  }

  // With the keyboard: arrows move the cross (with Shift slowly), Enter does something there.
  key(event) {
    const step = STEPS[event.key];
    if (!this.image || !this.byHand() || (!step && event.key !== "Enter")) return;
    event.preventDefault();
    const far = event.shiftKey ? 1 : 10;
    if (!step) return this.grip();
    this.put([this.cursor[0] + step[0] * far, this.cursor[1] + step[1] * far]);
    this.magnify();
  }

  // Lets go the corner that is held, takes hold of the one under the cross, or sets one there.
  grip() {
    const near = this.near(this.cursor);
    if (this.held >= 0) return this.release();
    if (near >= 0) this.held = near;
    else if (this.corners.length < this.wanted) this.corners.push(this.cursor);
    this.tell();
  }

  /** Say what comes next, draw everything, and hand on the corners. */
  tell() {
    const done = this.corners.length;
    const { dataset } = this.place;
    if (!this.image) this.say(dataset.none);
    else if (!this.byHand() && !this.found?.length) this.say(dataset.look);
    else if (!this.byHand()) this.say(dataset.found.replace("{found}", this.found.length).replace("{all}", this.players()));
    else if (done >= this.wanted) this.say(dataset.done);
    else this.say(this.sentence(done));
    this.draw();
    this.changed(this.whole());
  }

  sentence(done) {
    const told = this.place.getAttribute(`data-corner-${done % 4}`);
    return told.replace("{who}", this.called(Math.floor(done / 4)));
  }

  /** The boards whose four corners are set: a list of four points each. */
  whole() {
    const boards = [];
    for (let at = 0; at + 4 <= Math.min(this.corners.length, this.wanted); at += 4) {
      boards.push(this.corners.slice(at, at + 4).map(([x, y]) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10]));
    }
    return boards;
  }

  say(sentence) {
    const place = this.place.querySelector(".instruction");
    if (place.textContent !== sentence) place.textContent = sentence; // nobody hears it twice
  }

  draw() {
    if (!this.image) return;
    const ink = this.photo.getContext("2d");
    ink.drawImage(this.image, 0, 0);
    const thin = this.photo.width / 700;
    if (!this.byHand()) {
      for (const one of this.found ?? []) this.lattice(ink, one.corners_px, one.seat, thin);
      return;
    }
    this.whole().forEach((corners, seat) => this.lattice(ink, corners, seat, thin));
    this.corners.forEach(([x, y], n) => cross(ink, x, y, 7 * thin, seatColour(Math.floor(n / 4)), thin));
    if (!this.cursor || document.activeElement !== this.stage) return;
    cross(ink, ...this.cursor, 12 * thin, this.held < 0 ? "#ffffff" : "#ffd27a", thin);
  }

  lattice(ink, corners, seat, thin) {
    if (!this.data) return;
    const [width, height] = this.data.size_mm;
    const onto = plane([width, height], corners);
    ink.lineWidth = thin;
    ink.strokeStyle = seatColour(seat);
    for (const shape of [[[0, 0], [width, 0], [width, height], [0, height]], ...this.data.cells]) outline(ink, shape.map(onto));
  }

  magnify() {
    const [x, y] = this.cursor;
    const box = this.photo.getBoundingClientRect();
    const size = this.glass.width;
    const part = (size / ZOOM) * (this.photo.width / box.width);
    const ink = this.glass.getContext("2d");
    ink.drawImage(this.image, x - part / 2, y - part / 2, part, part, 0, 0, size, size);
    cross(ink, size / 2, size / 2, size / 6, "#ffffff", 1.5);
    this.glass.hidden = false;
    // The glass stays out of the finger's way: in the half of the picture where it is not.
    this.glass.classList.toggle("right", x < this.photo.width / 2);
  }
}

function newest() {
  return `/preview.jpg?now=${Date.now()}`;
}

function seatColour(seat) {
  return ["#7fb0ff", "#ffb08c", "#8ee0b4", "#dcb4ee"][seat % 4];
}

function outline(ink, points) {
  ink.beginPath();
  points.forEach(([x, y], n) => (n ? ink.lineTo(x, y) : ink.moveTo(x, y)));
  ink.closePath();
  ink.stroke();
}

function cross(ink, x, y, reach, colour, thin) {
  for (const [style, width] of [["#120c08", 3.2 * thin], [colour, 1.6 * thin]]) {
    ink.strokeStyle = style;
    ink.lineWidth = width;
    ink.beginPath();
    ink.moveTo(x - reach, y);
    ink.lineTo(x + reach, y);
    ink.moveTo(x, y - reach);
    ink.lineTo(x, y + reach);
    ink.stroke();
  }
}
