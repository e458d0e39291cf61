// @ts-check
// Written by ./engine: the engine's file, and a digest of the sources that it was built from.
export const FILE = "duel-827d19a03cab73bd.wasm";
export const SOURCES = "74b5fa74c4f076a60f624f3c008af77a";
