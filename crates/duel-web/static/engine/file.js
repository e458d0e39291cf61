// @ts-check
// Written by ./engine: the engine's file, and a digest of the sources that it was built from.
export const FILE = "duel-0e77b4ecc1bcdfc4.wasm";
export const SOURCES = "7b8c114ada217530f0ba140be3485b27";
