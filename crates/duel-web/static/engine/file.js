// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-dce08a4a562dd5d8.wasm";
export const TEACHER = "teacher-ebe42e198002aec2.wasm";
export const SOURCES = "ab1bf02b8779612371d51cdda0839209";
