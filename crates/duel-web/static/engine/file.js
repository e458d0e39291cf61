// @ts-check
// Written by ./engine: the engine's file, and a digest of the sources that it was built from.
export const FILE = "duel-0e77b4ecc1bcdfc4.wasm";
export const SOURCES = "077ba3e44c1732e90aa32ac6039e66c3";
