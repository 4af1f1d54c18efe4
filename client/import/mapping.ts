/** Reads mappings between frameworks: OSCAL mapping collections and CISO Assistant mapping sets. */
import { libraryOf, normalizeUrn, tailOf, toList } from './ciso-assistant.ts'
import { type LeftOut, leftOutOf } from './clauses.ts'
import type { InputFile } from './input-file.ts'
import { type ControlMap, collectionOf, type MappedItem, mappingSet } from './mapping-shape.ts'
import { readNamed } from './read.ts'
import type { Reading, Unread } from './shape.ts'
import { documentOf } from './structured.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** A relation in the format of `POST /frameworks/{frameworkId}/mapping`. */
export interface Relation {
  readonly sourceKey: string
  readonly targetKey: string
  readonly relationship: string
  readonly isPartial?: boolean
}

/** A mapping from one framework to another, in one direction. */
export interface Mapping {
  /** The names in the file. */
  readonly source: string
  readonly target: string
  readonly relations: readonly Relation[]
}

export interface ReadMapping {
  /** Each mapping of the file, followed by its inverse. */
  readonly mappings: readonly Mapping[]
  readonly leftOut: readonly LeftOut[]
}

/** The maximum number of relations that the API accepts in one call. */
const maxRelations = 10_000

interface End {
  readonly key: string
  /** Whether the end is a statement or another part of a clause. */
  readonly isPart: boolean
  /** Whether the relation holds only together with others. */
  readonly isJoint: boolean
}

interface Pair {
  readonly source: End
  readonly target: End
  readonly relationship: string
}

const inverses: ReadonlyMap<string, string> = new Map([
  ['subset', 'superset'],
  ['superset', 'subset'],
  ['subset-of', 'superset-of'],
  ['superset-of', 'subset-of'],
])

/** Converts a pair of clauses to a relation, which is partial if the source is joint or the target is only a part. */
const relationOf = ({ source, target, relationship }: Pair): Relation => ({
  ...{ sourceKey: source.key, targetKey: target.key, relationship },
  ...((source.isJoint || target.isPart) && { isPartial: true }),
})

const invert = ({ source, target, relationship }: Pair): Pair => ({
  ...{ source: target, target: source },
  relationship: inverses.get(relationship.toLowerCase()) ?? relationship,
})

const inBothDirections = (source: string, target: string, pairs: readonly Pair[]): Mapping[] => {
  if (pairs.length > maxRelations)
    throw new UnreadableFile('manyRelations', { count: pairs.length, most: maxRelations })
  return pairs.length === 0
    ? []
    : [
        { source, target, relations: pairs.map(relationOf) },
        { source: target, target: source, relations: pairs.map(invert).map(relationOf) },
      ]
}

/** Reads one end of a relation. The id of a part, such as `ac-1_smt.a`, starts with the id of its control. */
const endOf = ({ 'id-ref': id, type = 'control' }: MappedItem, isJoint: boolean): End =>
  type === 'control' ? { key: id, isPart: false, isJoint } : { key: id.replace(/_.*$/s, ''), isPart: true, isJoint }

const pairsOf = ({ relationship, sources = [], targets = [] }: ControlMap): Pair[] => {
  const [from, to] = [
    sources.map(one => endOf(one, sources.length > 1)),
    targets.map(one => endOf(one, targets.length > 1)),
  ]
  if (from.length * to.length > maxRelations)
    throw new UnreadableFile('manyRelations', { count: from.length * to.length, most: maxRelations })
  return from.flatMap(source => to.map(target => ({ source, target, relationship })))
}

const fromCollection = (document: object, reading: Reading): Mapping[] => {
  const { 'mapping-collection': collection } = collectionOf(document, reading)
  return (collection?.mappings ?? []).flatMap(one => {
    const [source, target] = [one['source-resource']?.href ?? '', one['target-resource']?.href ?? '']
    return inBothDirections(source, target, (one.maps ?? []).flatMap(pairsOf))
  })
}

/** Returns the last part of a framework's URN. */
const lastOf = (urn: string): string => urn.split(':').at(-1) || urn

type KeysByUrn = ReadonlyMap<string, string>

const fromSets = (document: object, reading: Reading, keys: KeysByUrn): Mapping[] => {
  const { objects = {} } = libraryOf(document, reading)
  const sets = toList(objects.requirement_mapping_set, objects.requirement_mapping_sets)
  const end = (urn: string): End => ({ key: keys.get(normalizeUrn(urn)) ?? tailOf(urn), isPart: false, isJoint: false })
  return sets.flatMap((one, i) => {
    const place = { above: undefined, key: `requirement_mapping_sets[${i}]`, depth: 1 }
    const {
      source_framework_urn: source,
      target_framework_urn: target,
      requirement_mappings: all = [],
    } = mappingSet(one, { ...reading, place })
    const pairs = all.map(({ source_requirement_urn: from, target_requirement_urn: to, relationship }) => ({
      ...{ source: end(from), target: end(to), relationship },
    }))
    return inBothDirections(lastOf(source), lastOf(target), pairs)
  })
}

/**
 * Reads the mappings of a file, each in both directions. CISO Assistant identifies requirements by URNs: if the
 * libraries of both frameworks are given, the keys are the same as after importing them; otherwise the ends of the
 * URNs. Throws {@link UnreadableFile}.
 */
export const readMappingFile = (file: InputFile, libraries: readonly InputFile[] = []): ReadMapping => {
  const unread: Unread = new Map()
  const document = documentOf(file)
  const keys = new Map(
    libraries.flatMap(library => readNamed(library).map(({ id, clauseKey }) => [id, clauseKey] as const)),
  )
  const mappings = Object.hasOwn(document, 'mapping-collection')
    ? fromCollection(document, { place: undefined, unread })
    : fromSets(document, { place: undefined, unread }, keys)
  if (mappings.length === 0) throw new UnreadableFile('noMapping')
  return { mappings, leftOut: leftOutOf('fields', unread) }
}
