import { leftOutOf, type ParsedClause } from './clauses.ts'
import { markOf } from './marks.ts'
import { depthOf, parentsByDepth } from './parents.ts'
import { anything, listOf, objectOf, type Reading, text } from './shape.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** A requirement in a CISO Assistant library. */
interface Node {
  readonly urn: string
  readonly parent_urn?: string
  readonly ref_id?: string
  readonly name?: string
  readonly description?: string
  readonly assessable?: string
  readonly depth?: string
}

interface Framework {
  readonly name?: string
  readonly ref_id?: string
  readonly requirement_nodes?: readonly Node[]
}

interface Objects {
  readonly framework?: unknown
  readonly frameworks?: unknown
  readonly requirement_mapping_set?: unknown
  readonly requirement_mapping_sets?: unknown
}

const node = objectOf<Node>(
  () => ({ urn: text, parent_urn: text, ref_id: text, name: text, description: text, assessable: text, depth: text }),
  { name: 'requirement', required: ['urn'] },
)

const framework = objectOf<Framework>(() => ({ name: text, ref_id: text, requirement_nodes: listOf(node) }), {
  name: 'framework',
  ignored: ['urn', 'description', 'locale'],
})

export const libraryOf = objectOf<{ readonly objects?: Objects }>(() => ({
  objects: objectOf<Objects>(
    () => ({
      framework: anything,
      frameworks: anything,
      requirement_mapping_set: anything,
      requirement_mapping_sets: anything,
    }),
    { name: 'library' },
  ),
}))

/** Combines a field for a single item and a field for a list, because libraries use both forms. */
export const toList = (one: unknown, more: unknown): unknown[] =>
  [one, more]
    .flatMap(value => (Array.isArray(value) ? value : [value]))
    .filter(value => value !== undefined && value !== null)

/** Returns the part of a URN after `urn:PUBLISHER:risk:req_node:LIBRARY:`. */
export const tailOf = (urn: string): string => urn.split(':').slice(5).join(':') || urn

/** Normalizes a URN for comparison, because CISO Assistant ignores case. */
export const normalizeUrn = (urn: string): string => urn.trim().toLowerCase()

const isAssessed = ({ assessable = '' }: Node): boolean => markOf(assessable) === true

const parentsOf = (nodes: readonly Node[]): (string | null)[] => {
  // Without parents in the file, its levels may define the hierarchy.
  if (nodes.some(({ parent_urn: parent }) => parent !== undefined && parent !== ''))
    return nodes.map(({ parent_urn: parent = '' }) => (parent === '' ? null : normalizeUrn(parent)))
  return parentsByDepth(nodes.map(({ urn, depth = '' }) => ({ id: normalizeUrn(urn), depth: depthOf(depth) })))
}

/** Reads the clauses of the framework in a CISO Assistant library. */
export const fromCisoAssistant = (library: unknown, reading: Reading) => {
  const { objects = {} } = libraryOf(library, reading)
  const frameworks = toList(objects.framework, objects.frameworks)
  const place = (key: string): Reading => ({ ...reading, place: { above: undefined, key, depth: 1 } })
  if (frameworks.length === 0) {
    const mappings = toList(objects.requirement_mapping_set, objects.requirement_mapping_sets)
    throw new UnreadableFile(mappings.length > 0 ? 'mappingInstead' : 'noFramework')
  }
  const [first = {}, ...others] = frameworks.map((one, i) =>
    framework(one, place(frameworks.length > 1 ? `frameworks[${i}]` : 'framework')),
  )
  if (others.length > 0) {
    const names = [first, ...others]
      .map(({ ref_id: ref, name }) => ref ?? name ?? '')
      .join(', ')
      .slice(0, 500)
    throw new UnreadableFile('severalFrameworks', { names })
  }
  const nodes = first.requirement_nodes ?? []
  const nameOf = ({ ref_id: ref, urn }: Node): string => ref || tailOf(urn)
  const counts = new Map<string, number>()
  for (const one of nodes) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1)
  // Distinguishes clauses with the same name by their URNs, which stay the same in later editions.
  const keyOf = (one: Node): string =>
    (counts.get(nameOf(one)) ?? 0) > 1 ? `${nameOf(one)} ${tailOf(one.urn)}` : nameOf(one)
  const parents = parentsOf(nodes)
  const parsed = nodes.map((one, i): ParsedClause => {
    const { urn, name = '', description = '' } = one
    return {
      ...{ id: normalizeUrn(urn), key: keyOf(one), parent: parents[i] ?? null },
      ...{ title: name || (description === '' ? nameOf(one) : ''), text: description, isAssessable: isAssessed(one) },
    }
  })
  const unknownMarks = nodes.filter(
    ({ assessable = '' }) => assessable !== '' && markOf(assessable) === undefined,
  ).length
  return { clauses: parsed, leftOut: leftOutOf('fields', reading.unread), unknownMarks }
}
