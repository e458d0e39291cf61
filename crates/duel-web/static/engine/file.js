// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-877d294100d6fec2.wasm";
export const TEACHER = "teacher-6d8083349f8c87bf.wasm";
export const SOURCES = "d334c33c5a226ebfd9955dc71fbaa94f";
