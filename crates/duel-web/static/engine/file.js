// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-6698f05d101deefd.wasm";
export const TEACHER = "teacher-3028ba06fa8d72bf.wasm";
export const SOURCES = "28a9a63976cabdc2b338d37d89712406";
