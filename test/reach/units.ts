/**
 * Splits a source file into units. A unit is a named function, identified by the path of its enclosing names
 * (`createClaim.run`). The text of an unnamed function belongs to the enclosing unit. Text outside units belongs to the
 * top-level names that its statement declares, or to the name ''.
 */
import { createHash } from 'node:crypto'
import { childOf, childrenOf, type Node, nameOf, parse } from './syntax.ts'

/** A name of another module that a file imports or re-exports. */
export interface Link {
  readonly specifier: string
  /** The name in the other module; `*` for all. */
  readonly name: string
  /** The name in this file, or the name of its re-export. */
  readonly local: string
  readonly isReexport: boolean
}

export interface Part {
  /** The digest of the text without comments, types and inner units. */
  readonly digest: string
  readonly mentions: ReadonlySet<string>
}

interface Unit {
  readonly start: number
  readonly end: number
  readonly path: string
}

export interface Source {
  /** Functions by path. */
  readonly functions: ReadonlyMap<string, Part>
  /** Top-level names. */
  readonly names: ReadonlyMap<string, Part>
  readonly links: readonly Link[]
  /** Names that only list other names, such as a feature's table of contents. */
  readonly registries: ReadonlySet<string>
  /** The function that contains a range of positions. '' for none. */
  unitAt(start: number, end: number): string
}

/** By node type, the child that gives the node its name. */
const namedBy: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  FunctionDeclaration: 'id',
  FunctionExpression: 'id',
  ClassDeclaration: 'id',
  ClassExpression: 'id',
  Property: 'key',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
}

/** By node type, the child that holds the value. If it is a function, the unit has the node's name and whole text. */
const valueChild: Readonly<Record<string, string>> = {
  VariableDeclarator: 'init',
  Property: 'value',
  MethodDefinition: 'value',
  PropertyDefinition: 'value',
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

const collectUnits = (statements: readonly Node[]): Unit[] => {
  const units: Unit[] = []
  const visit = (node: Node, path: readonly string[], holder: Node | undefined): void => {
    const key = namedBy[node.type]
    const name = key && !holder ? nameOf(childOf(node, key)) : ''
    const innerPath = name ? [...path, name] : path
    if (functionTypes.has(node.type) && (holder || name)) {
      const { start, end } = holder ?? node
      units.push({ start, end, path: innerPath.join('.') })
    }
    const namedChild = name && valueChild[node.type] ? childOf(node, valueChild[node.type] ?? '') : undefined
    for (const child of childrenOf(node)) visit(child, innerPath, child === namedChild ? node : undefined)
  }
  for (const statement of statements) visit(statement, [], undefined)
  return units
}

const identifiersIn = (node: Node, onIdentifier: (name: string, position: number) => void): void => {
  if (node.type === 'Identifier') onIdentifier(nameOf(node), node.start)
  const skipped =
    (node.type === 'MemberExpression' && !node.computed && childOf(node, 'property')) ||
    (node.type === 'Property' && !node.computed && !node.shorthand && childOf(node, 'key'))
  for (const child of childrenOf(node)) if (child !== skipped) identifiersIn(child, onIdentifier)
}

const declaredBy = (node: Node): string[] => {
  const declaration = childOf(node, 'declaration')
  if (node.type === 'ExportDefaultDeclaration') return ['default']
  if (declaration) return declaredBy(declaration)
  if (node.type !== 'VariableDeclaration') return [nameOf(childOf(node, 'id'))].filter(Boolean)
  const names: string[] = []
  for (const declarator of childrenOf(node)) {
    const pattern = childOf(declarator, 'id')
    if (pattern) identifiersIn(pattern, name => names.push(name))
  }
  return names
}

const linksOf = (node: Node): Link[] => {
  const specifier = nameOf(childOf(node, 'source'))
  if (!specifier) return []
  if (node.type === 'ExportAllDeclaration') return [{ specifier, name: '*', local: '*', isReexport: true }]
  return childrenOf(node)
    .filter(({ type }) => type.endsWith('Specifier'))
    .map(one => {
      const isReexport = one.type === 'ExportSpecifier'
      const [sourceField, localField] = isReexport ? ['local', 'exported'] : ['imported', 'local']
      const name = one.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(childOf(one, sourceField ?? '')) || '*'
      return { specifier, name, local: nameOf(childOf(one, localField ?? '')), isReexport }
    })
}

const registryTypes = new Set([
  'ArrayExpression',
  'ObjectExpression',
  'SpreadElement',
  'MemberExpression',
  'Identifier',
])

/** Whether an expression only lists names, as in `{ endpoints: [createClaim, …] }`, without calls or literals. */
const isOnlyList = (node: Node | undefined): boolean => {
  if (!node) return false
  if (node.type === 'Property') return isOnlyList(childOf(node, 'value'))
  return registryTypes.has(node.type) && childrenOf(node).every(isOnlyList)
}

const hasList = (node: Node): boolean => node.type === 'ArrayExpression' || childrenOf(node).some(hasList)

const isRegistry = (statement: Node): boolean => {
  const declaration = childOf(statement, 'declaration') ?? statement
  if (declaration.type !== 'VariableDeclaration') return false
  return childrenOf(declaration).every(one => {
    const value = childOf(one, 'init')
    return value !== undefined && hasList(value) && isOnlyList(value)
  })
}

const digest = (text: string): string =>
  createHash('sha256')
    .update(text.replace(/[ \t]+$/gm, '').replace(/\n+/g, '\n'))
    .digest('base64')
    .slice(0, 12)

/** Text and identifiers, by the unit or top-level name that they belong to. */
class Parts {
  readonly #texts = new Map<string, string>()
  readonly #mentions = new Map<string, Set<string>>()

  addText(owner: string, text: string): void {
    this.#texts.set(owner, (this.#texts.get(owner) ?? '') + text)
    if (!this.#mentions.has(owner)) this.#mentions.set(owner, new Set())
  }

  mention(owner: string, name: string): void {
    this.#mentions.get(owner)?.add(name)
  }

  finish(): Map<string, Part> {
    const parts = [...this.#texts].map(([owner, text]) => {
      const part: Part = { digest: digest(text), mentions: this.#mentions.get(owner) ?? new Set() }
      return [owner, part] as const
    })
    return new Map(parts)
  }
}

/** The text of a range, with each unit that starts within it replaced by its name. */
const textWithoutUnits = (
  text: string,
  { start, end }: { start: number; end: number },
  units: readonly Unit[],
): string => {
  let result = ''
  let position = start
  for (const unit of units) {
    if (unit.start < position || unit.end > end) continue
    result += `${text.slice(position, unit.start)}<${unit.path}>`
    position = unit.end
  }
  return result + text.slice(position, end)
}

/** @returns the functions and names of a source; throws if it cannot be parsed */
export const readSource = (file: string, source: string): Source => {
  const { text, statements } = parse(file, source)
  const units = collectUnits(statements)
  const innermostUnit = (start: number, end: number) => units.findLast(unit => unit.start <= start && end <= unit.end)
  const functions = new Parts()
  const names = new Parts()
  for (const unit of units) {
    const innerUnits = units.filter(one => one !== unit && one.start >= unit.start && one.end <= unit.end)
    functions.addText(unit.path, textWithoutUnits(text, unit, innerUnits))
  }
  const links: Link[] = []
  const registries = new Set<string>()
  for (const statement of statements) {
    links.push(...linksOf(statement))
    if (statement.type === 'ImportDeclaration') continue
    const declaredNames = declaredBy(statement)
    const owners = declaredNames.length > 0 ? declaredNames : ['']
    const restText = textWithoutUnits(text, statement, units)
    for (const owner of owners) {
      names.addText(owner, restText)
      if (isRegistry(statement)) registries.add(owner)
    }
    identifiersIn(statement, (name, position) => {
      const unit = innermostUnit(position, position)
      if (unit) functions.mention(unit.path, name)
      else for (const owner of owners) names.mention(owner, name)
    })
  }
  return {
    functions: functions.finish(),
    names: names.finish(),
    links,
    registries,
    unitAt: (start, end) => innermostUnit(start, end)?.path ?? '',
  }
}
