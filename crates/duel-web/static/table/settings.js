// @ts-check
// What a player may set at the table; kept in this browser.

import { remember } from "../api.js";
import { byId, el, fill, mayMove } from "../dom.js";

const SETTINGS = /** @type {const} */ ({
  "one-tap": "Play with one tap",
  "at-once": "The computer answers at once",
  rated: "Rate my games against the computer",
  sound: "Sound",
  vibration: "Vibration",
});

/** @typedef {keyof typeof SETTINGS} Setting */

/** For browsers that keep nothing. @type {Map<string, boolean>} */
const here = new Map();

/** Whether something is set; all is off at first. @param {Setting} name */
export const isSet = (name) => here.get(name) ?? remember(name) === "on";

/** How long one waits before the next move is shown, for the eye, in milliseconds. */
export const pause = () => (mayMove() && !isSet("at-once") ? 600 + Math.random() * 600 : 0);

/** Boxes for all settings. @param {(name: Setting) => void} onChange */
export function settings(onChange) {
  fill(byId("settings"), Object.entries(SETTINGS).map(([name, words]) => {
    const setting = /** @type {Setting} */ (name);
    if (setting === "vibration" && !("vibrate" in navigator)) return null;
    return el("label", { class: "check" }, el("input", { type: "checkbox", name, checked: isSet(setting), onchange: (/** @type {any} */ event) => {
      here.set(name, event.target.checked);
      remember(name, event.target.checked ? "on" : "off");
      onChange(setting);
    } }), words);
  }));
}

/** Tones of each event: how high (Hz) and when (seconds). */
const TONES = {
  mine: [[523, 0]],
  theirs: [[392, 0]],
  won: [[523, 0], [659, 0.12], [784, 0.24]],
  lost: [[392, 0], [330, 0.14]],
};

let audio = /** @type {AudioContext | null} */ (null);

/** Lets an event be heard and felt, as far as that is set. @param {keyof typeof TONES} event */
export function signal(event) {
  if (isSet("vibration")) navigator.vibrate?.(event === "mine" ? 12 : event === "theirs" ? 25 : [30, 60, 30]);
  if (!isSet("sound")) return;
  audio ??= new AudioContext();
  for (const [pitch, after] of TONES[event]) {
    const at = audio.currentTime + after;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.12, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.18);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.2);
  }
}
