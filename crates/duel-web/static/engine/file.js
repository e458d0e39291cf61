// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-b0e69fdeaa8388c8.wasm";
export const TEACHER = "teacher-ebbd7b0ea565f33a.wasm";
export const SOURCES = "e02d3bba5b4afcc790c9333461a0da63";
