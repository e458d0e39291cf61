// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-0088ccfa5a8b0653.wasm";
export const TEACHER = "teacher-5c90ee933b6f1cc3.wasm";
export const SOURCES = "feaa9b1e25c740804f441e82fd8596fc";
