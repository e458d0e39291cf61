// @ts-check
// Written by ./engine: the engine's file, and a digest of the sources that it was built from.
export const FILE = "duel-cea8251dbc551178.wasm";
export const SOURCES = "5d410a1636cfe6bf92b121c2778d803f";
