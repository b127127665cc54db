// What the phone's camera sees, on the page itself: only where the page came over HTTPS, or from
// this very machine.  Everywhere else the button opens the phone's own camera.
const WANTED = {
  audio: false,
  video: { facingMode: { ideal: "environment" }, width: { ideal: 2048 }, height: { ideal: 1536 } },
};
const QUALITY = 0.92;
const STOPS = -1; // a stop darker than by itself: fewer of the tiles that mirror a lamp are burnt

/** Tell whether this browser can show what its camera sees. */
export const possible = () => isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

export class LiveView {
  /** `lost` is called when the camera is taken away, by a call for instance: the last picture stays. */
  constructor(video, lost) {
    this.video = video;
    this.lost = lost;
  }

  /** Whether what is shown is of now. */
  get on() {
    const track = this.track;
    return track?.readyState === "live" && !track.muted && this.video.videoWidth > 0;
  }

  get track() {
    return this.video.srcObject?.getVideoTracks()[0];
  }

  /** Begin; returns whether the camera may be used. */
  async begin() {
    try {
      this.video.srcObject = await navigator.mediaDevices.getUserMedia(WANTED);
      this.track.addEventListener("ended", this.lost);
      await this.video.play();
      await this.expose();
    } catch {
      this.end();
      return false;
    }
    this.video.hidden = false;
    return true;
  }

  /** Have the camera expose darker, where it can. */
  async expose() {
    const { track } = this;
    const range = track?.getCapabilities?.().exposureCompensation;
    if (!range) return;
    const stops = Math.max(range.min, STOPS);
    await track.applyConstraints({ advanced: [{ exposureCompensation: stops }] }).catch(() => {});
  }

  /** End, and let the camera go. */
  end() {
    for (const track of this.video.srcObject?.getTracks() ?? []) track.stop();
    this.video.srcObject = null;
    this.video.hidden = true;
  }

  /** Return what is seen now, as a JPEG. */
  picture() {
    const canvas = document.createElement("canvas");
    canvas.width = this.video.videoWidth;
    canvas.height = this.video.videoHeight;
    canvas.getContext("2d").drawImage(this.video, 0, 0);
    return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  }
}
