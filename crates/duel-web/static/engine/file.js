// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-9a3088a0058b2311.wasm";
export const TEACHER = "teacher-cc097e8e21594b7e.wasm";
export const SOURCES = "25e036e282eab22a4c33a31d465b1dfa";
