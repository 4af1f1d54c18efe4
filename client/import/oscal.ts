import { type LeftOut, leftOutOf, type Missing, type ParsedClause } from './clauses.ts'
import { type Catalog, type Control, type Group, maxDepth, type Prop } from './oscal-model.ts'
import { createFiller, labelOf, proseOf } from './oscal-text.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** The namespace of properties that exports of this product add for concepts that OSCAL does not have. */
const ownNamespace = 'urn:probata:oscal'

const tryDecode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const ownProp = (props: readonly Prop[] | undefined, name: string): string | undefined => {
  const ownProperty = props?.find(prop => prop.ns === ownNamespace && prop.name === name)
  return ownProperty?.class === 'percent-encoded' ? tryDecode(ownProperty.value ?? '') : ownProperty?.value
}

/** Reads a clause from an export of this product, with its original key, title and text; undefined in other files. */
const ownClause = (id: string, { title = '', props, parts = [] }: Group | Control, parent: string | null) => {
  const key = ownProp(props, 'clause-key')
  if (key === undefined) return undefined
  const text = parts.find(({ name }) => name === 'statement')?.prose ?? ''
  const exactTitle = ownProp(props, 'untitled') === 'true' ? '' : (ownProp(props, 'title') ?? title)
  return {
    id,
    key,
    parent,
    title: exactTitle,
    text,
    isAssessable: ownProp(props, 'is-assessable') !== 'false',
    isExact: true,
  }
}

/** The properties that are read; all others are only counted. */
const readProps: ReadonlySet<string> = new Set(['label', 'status', 'keep'])

const isWithdrawn = (props: readonly Prop[] = []): boolean =>
  props.some(({ name, value }) => name === 'status' && value?.toLowerCase() === 'withdrawn')

const tally = () => {
  const times = new Map<string, number>()
  return { times, count: (name: string): unknown => times.set(name, (times.get(name) ?? 0) + 1) }
}

/**
 * Converts a catalog to clauses. Groups become headings, withdrawn controls are not assessable, and parameters become
 * values or labels. `leftOut` counts parts that are not imported; `missing` names parameters that the catalog does not
 * define.
 */
export const fromCatalog = (catalog: Catalog): { clauses: ParsedClause[]; missing: Missing[]; leftOut: LeftOut[] } => {
  const [skipped, unknown, properties] = [tally(), tally(), tally()]
  const countProps = ({ props = [] }: Group | Control): void => {
    for (const { name = '', ns } of props)
      if (ns !== ownNamespace && !readProps.has(name)) properties.count(`property ${name}`)
  }
  const fill = createFiller(catalog, unknown.count)
  const textOf = ({ parts = [] }: Group | Control): string => proseOf(parts, fill, skipped.count)
  const clauses: ParsedClause[] = []
  const addControl = (one: Control, parent: string | null, depth: number): void => {
    if (depth > maxDepth) throw new UnreadableFile('tooDeep')
    const label = labelOf(one.props)
    countProps(one)
    clauses.push(
      ownClause(one.id, one, parent) ?? {
        id: one.id,
        key: one.id,
        parent,
        title: [label ?? one.id.toUpperCase(), one.title && fill(one.title)].filter(Boolean).join(' '),
        text: textOf(one),
        isAssessable: !isWithdrawn(one.props),
      },
    )
    for (const below of one.controls ?? []) addControl(below, one.id, depth + 1)
  }
  const addGroup = (one: Group, parent: string | null, depth: number): void => {
    if (depth > maxDepth) throw new UnreadableFile('tooDeep')
    countProps(one)
    const key = one.id ?? one.title ?? `group ${clauses.length + 1}`
    const heading = () => ({ id: key, key, parent, title: one.title ?? key, text: textOf(one), isAssessable: false })
    clauses.push(ownClause(key, one, parent) ?? heading())
    for (const below of one.groups ?? []) addGroup(below, key, depth + 1)
    for (const below of one.controls ?? []) addControl(below, key, depth + 1)
  }
  for (const one of catalog.groups ?? []) addGroup(one, null, 0)
  for (const one of catalog.controls ?? []) addControl(one, null, 0)
  if (catalog.parts) textOf({ parts: catalog.parts.map(part => ({ ...part, name: 'guidance' })) })
  const missing: Missing[] = unknown.times.size > 0 ? [{ kind: 'undefined', names: [...unknown.times.keys()] }] : []
  return {
    clauses,
    missing,
    leftOut: [...leftOutOf('parts', skipped.times), ...leftOutOf('fields', properties.times)],
  }
}
