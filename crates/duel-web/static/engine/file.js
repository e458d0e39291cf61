// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-9a3088a0058b2311.wasm";
export const TEACHER = "teacher-dc8a72a64b794118.wasm";
export const SOURCES = "8e3128d5c49eff67b9280b997496a6c5";
