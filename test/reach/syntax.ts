/** The syntax tree of a source, without its types and comments. */
import { parseSync } from 'rolldown/utils'

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && typeof value.type === 'string'

/** Expressions that contain a type and have the value of their other child, such as `x as T`. */
const typedExpressions = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSInstantiationExpression',
])

const isErased = (node: Node): boolean =>
  (node.type.startsWith('TS') && !typedExpressions.has(node.type)) ||
  node.importKind === 'type' ||
  node.exportKind === 'type'

const allChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

export const childOf = (node: Node, key: string): Node | undefined => {
  const child = node[key]
  return isNode(child) && !isErased(child) ? child : undefined
}

export const childrenOf = (node: Node): Node[] => allChildren(node).filter(child => !isErased(child))

/** The name of an identifier, a literal key or a private name. */
export const nameOf = (node: Node | undefined): string => String(node?.name ?? node?.value ?? '')

interface Parsed {
  /** The source with types and comments replaced by spaces, so that positions stay the same. */
  readonly text: string
  readonly statements: readonly Node[]
}

/** Throws if the source cannot be parsed. */
export const parse = (file: string, source: string): Parsed => {
  const { program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const blanks: { start: number; end: number }[] = [...comments]
  const collect = (node: Node): void => {
    for (const child of allChildren(node)) {
      if (isErased(child)) blanks.push(child)
      else collect(child)
    }
  }
  const statements = [program].flatMap(node => (isNode(node) ? childrenOf(node) : []))
  for (const one of [program]) if (isNode(one)) collect(one)
  blanks.sort((a, b) => a.start - b.start)
  let text = ''
  let position = 0
  for (const { start, end } of blanks) {
    if (start < position) continue
    text += source.slice(position, start) + source.slice(start, end).replace(/[^\n]/g, ' ')
    position = end
  }
  return { text: text + source.slice(position), statements }
}
