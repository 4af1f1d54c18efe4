/** Number of single-character edits between two words (Levenshtein), row by row. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [i, from] of Array.from(left).entries()) {
    const next = [i + 1]
    for (const [j, to] of Array.from(right).entries()) {
      next.push(Math.min((row[j] ?? 0) + (from === to ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}

const longest = 64

/** The name that takes the fewest edits to become one of `spellings` (the word itself, or variants of it). */
export function nearest(names: readonly string[], ...spellings: readonly string[]): string | undefined {
  const away = (name: string) => Math.min(...spellings.map(word => distance(word.slice(0, longest), name)))
  return names.toSorted((left, right) => away(left) - away(right))[0]
}

/** Like `nearest`, but undefined if more than half of the word would have to change. */
export function similar(names: readonly string[], word: string): string | undefined {
  const name = nearest(names, word)
  return name !== undefined && distance(word.slice(0, longest), name) <= word.length / 2 ? name : undefined
}
