/** Returns the number of single-character edits between two words (Levenshtein distance). */
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

const maxLength = 64

/** Returns the name with the fewest edits to any of `spellings`, which are variants of one word. */
export function nearest(names: readonly string[], ...spellings: readonly string[]): string | undefined {
  const distanceOf = (name: string) => Math.min(...spellings.map(word => distance(word.slice(0, maxLength), name)))
  return names.toSorted((left, right) => distanceOf(left) - distanceOf(right))[0]
}

/** Returns the nearest name; undefined if more than half of the word would have to change. */
export function similar(names: readonly string[], word: string): string | undefined {
  const name = nearest(names, word)
  return name !== undefined && distance(word.slice(0, maxLength), name) <= word.length / 2 ? name : undefined
}
