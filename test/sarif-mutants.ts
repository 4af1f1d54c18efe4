/** Logs in the form in which real producers write them, with some values replaced, dropped, doubled or moved. */

/** Returns a generator of numbers from 0 to 1 (mulberry32). A seed always gives the same numbers. */
export const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const oddValues: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  2 ** 53,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  'x'.repeat(600),
  '\ud800',
  '\u2028\n\t\u0000',
  '{0} {{ }} [a](1) %E9 %',
  'file:///',
  'file:',
  '../../..',
  'C:\\a\\..\\..',
  '//',
  '__proto__',
  'a/b/c/v2',
  { index: 0 },
  { text: 'x', arguments: ['a', null] },
  [{ id: 'R', index: -1 }],
]

type Node = Record<string, unknown>

/** Returns all objects and arrays within a value. */
const nodesOf = (value: unknown, nodes: Node[] = []): Node[] => {
  if (typeof value !== 'object' || value === null) return nodes
  nodes.push(value as Node)
  for (const child of Object.values(value)) nodesOf(child, nodes)
  return nodes
}

/** Returns a mutant of one of the logs. */
export const mutantOf = (logs: readonly string[], seed: number): string => {
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const log: unknown = JSON.parse(pick(logs) ?? '{}')
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--) {
    const nodes = nodesOf(log)
    const node = pick(nodes)
    if (!node) break
    const key = pick(Object.keys(node))
    if (key === undefined) continue
    const otherNode = pick(nodes) ?? {}
    const mutations: readonly (() => unknown)[] = [
      () => (node[key] = structuredClone(pick(oddValues))),
      () => (node[key] = structuredClone(Object.values(otherNode)[0])),
      () => Reflect.deleteProperty(node, key),
      () => (node[key] = [node[key], structuredClone(node[key])]),
      () => !Array.isArray(node) && Reflect.set(node, pick(Object.keys(otherNode)) ?? 'x', structuredClone(node[key])),
    ]
    pick(mutations)?.()
  }
  return JSON.stringify(log)
}
