/** A row or requirement with its level; `depth` is undefined if the file does not state it. */
interface Level {
  readonly id: string
  readonly depth: number | undefined
}

/** Finds the parent of each item in file order: the nearest earlier item with a smaller depth. */
export const parentsByDepth = (levels: readonly Level[]): (string | null)[] => {
  const open: { id: string; depth: number }[] = []
  return levels.map(({ id, depth }) => {
    if (depth === undefined) return null
    while ((open.at(-1)?.depth ?? Number.NEGATIVE_INFINITY) >= depth) open.pop()
    const parent = open.at(-1)?.id ?? null
    open.push({ id, depth })
    return parent
  })
}

/** Parses a level such as `2`, `2.0` or `Level 2`. */
export const depthOf = (text: string): number | undefined => {
  const [, digits] = /^(?:[\p{L}]+\s*)?(\d{1,3})(?:[.,]0+)?$/u.exec(text.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}
