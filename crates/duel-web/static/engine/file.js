// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-85544dc2340830b1.wasm";
export const TEACHER = "teacher-233680cc02cd15f5.wasm";
export const SOURCES = "bf8297b6f6bcb0ee1350b3fc2f4f92fd";
