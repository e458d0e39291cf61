// @ts-check
// Written by ./engine: the engine's file, and a digest of the sources that it was built from.
export const FILE = "duel-0fc6ea3c17a0e979.wasm";
export const SOURCES = "fd36aa866578139e943e835c5ff268cf";
