// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-2fb5dee0cde1235a.wasm";
export const TEACHER = "teacher-6479f9e763c46a9b.wasm";
export const SOURCES = "d6a7eaa0a28c83fc4a185682b47db7fd";
