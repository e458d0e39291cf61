// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-42e174fabd0f1e9b.wasm";
export const TEACHER = "teacher-3cbc073e66b3f2c7.wasm";
export const SOURCES = "9815fa1a19795bed4e50767ad9b87cf8";
