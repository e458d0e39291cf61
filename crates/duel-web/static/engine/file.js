// @ts-check
// Written by ./engine: the engine's file, and a digest of the sources that it was built from.
export const FILE = "duel-6d7eeec79daa1282.wasm";
export const SOURCES = "80f995dd31e7f59e9cf4bcd9e0f05997";
