// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-c73c118eef4aad7f.wasm";
export const TEACHER = "teacher-bfdd76e855623689.wasm";
export const SOURCES = "da6c153766c7d5c30d4695e1a2fd3885";
