// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-d44e1d10a798b048.wasm";
export const TEACHER = "teacher-d70cf93633489dc5.wasm";
export const SOURCES = "879081bbee78c48d84be3d80ae3a5ea9";
