import { useFormat } from './display.ts'

/** Joins names in the user's language: "a, b and c". */
export const useJoinNames = (): ((names: readonly string[]) => string) => useFormat().list
