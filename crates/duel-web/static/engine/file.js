// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-b5d091b4e7cf50f8.wasm";
export const TEACHER = "teacher-6b1e4b319a80080e.wasm";
export const SOURCES = "4c25b4dd2c78a63812e09039b824f0fa";
