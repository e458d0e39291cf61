// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-9a3088a0058b2311.wasm";
export const TEACHER = "teacher-9fa1e8a291a9d287.wasm";
export const SOURCES = "ea8701055f712be0d9b0da736be5e748";
