/** A node, a list, an atom, or null, which is logged as `<>`. */
export type Tree = Node | readonly Tree[] | string | null

export interface Node {
  readonly tag: string
  readonly [field: string]: Tree
}

// An atom escapes spaces, brackets and a leading quote with a backslash.
const tokens = /[(){}]|"(?:[^"\\]|\\.)*"|(?:[^\s(){}\\]|\\.)+/gs

const unescapeToken = (token: string): string => token.replace(/^"(.*)"$/s, '$1').replaceAll(/\\(.)/gs, '$1')

/** Parses a query tree as `debug_print_parse` logs it: `{VAR :varno 1 :varattno 2 …}`. */
export const readTree = (text: string): Tree => {
  const allTokens = text.match(tokens) ?? []
  let index = 0

  const readUntil = (isEnd: (token: string) => boolean): Tree[] => {
    const items: Tree[] = []
    while (index < allTokens.length && !isEnd(allTokens[index] ?? '')) items.push(readOne())
    return items
  }
  const readNode = (): Node => {
    const node: Record<string, Tree> & { tag: string } = { tag: allTokens[index++] ?? '' }
    while (allTokens[index] !== '}') {
      const field = (allTokens[index++] ?? '').slice(1)
      // The bytes of a constant take up several tokens.
      const values = readUntil(token => token === '}' || token.startsWith(':'))
      node[field] = values.length === 1 ? (values[0] ?? null) : values
    }
    index++
    return node
  }
  const readOne = (): Tree => {
    const token = allTokens[index++] ?? ''
    if (token === '{') return readNode()
    if (token !== '(') return token === '<>' ? null : unescapeToken(token)
    const items = readUntil(one => one === ')')
    index++
    return items
  }
  return readOne()
}

export const nodeOf = (tree: Tree | undefined): Node | undefined =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree) ? (tree as Node) : undefined

/** Returns the nodes of a list, or an empty list for anything else. */
export const nodesOf = (tree: Tree | undefined): Node[] =>
  Array.isArray(tree) ? tree.flatMap(one => nodeOf(one) ?? []) : []
