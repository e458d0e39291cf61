// @ts-check
// Written by ./engine: the engine's file, and a digest of the sources that it was built from.
export const FILE = "duel-9b40bc509420dd41.wasm";
export const SOURCES = "b238875f2157a0964b16259337c3ffad";
