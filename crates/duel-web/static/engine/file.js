// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-9a3088a0058b2311.wasm";
export const TEACHER = "teacher-058cccf8ba04fefd.wasm";
export const SOURCES = "1d59b8a236a1d9884a7e3d7c19898437";
