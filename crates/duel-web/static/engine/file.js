// @ts-check
// Written by ./engine: the files of the engines, and a digest of the sources that they were built from.
export const FILE = "duel-6d6cb92ec3275640.wasm";
export const TEACHER = "teacher-7bc8f193c69daf46.wasm";
export const SOURCES = "0ffa27de4c32c90db1934aeb8b61d0aa";
