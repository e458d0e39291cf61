// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-daf2dac0f65bba98.wasm";
export const TEACHER = "teacher-d750fd6cfbad9078.wasm";
export const SOURCES = "e61eb23cb07eeefc4807e5851ec79c95";
