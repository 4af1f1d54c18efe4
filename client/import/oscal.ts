import type { Said } from './clauses.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** What is read of an OSCAL catalog, or of a profile that was resolved into one (NIST OSCAL 1.x, JSON). */
interface Part {
  readonly name?: string
  readonly prose?: string
  readonly parts?: readonly Part[]
  readonly props?: readonly Prop[]
}
interface Prop {
  readonly name?: string
  readonly value?: string
  readonly ns?: string
  readonly class?: string
}
interface Param {
  readonly id: string
  readonly label?: string
  readonly select?: { readonly choice?: readonly string[] }
}
interface Control {
  readonly id: string
  readonly title?: string
  readonly props?: readonly Prop[]
  readonly params?: readonly Param[]
  readonly parts?: readonly Part[]
  readonly controls?: readonly Control[]
}
interface Group {
  readonly id?: string
  readonly title?: string
  readonly props?: readonly Prop[]
  readonly parts?: readonly Part[]
  readonly params?: readonly Param[]
  readonly groups?: readonly Group[]
  readonly controls?: readonly Control[]
}

const propOf = (props: readonly Prop[] | undefined, name: string): string | undefined =>
  props?.find(prop => prop.name === name)?.value

/** What this product says in its own exports, where OSCAL has no word for it. */
const own = 'urn:probata:oscal'

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const ownProp = (props: readonly Prop[] | undefined, name: string): string | undefined => {
  const found = props?.find(prop => prop.ns === own && prop.name === name)
  return found?.class === 'percent-encoded' ? decoded(found.value ?? '') : found?.value
}

/** A clause of an export of this product: as it was, key, title and text. */
const exported = (id: string, { title = '', props, parts = [] }: Group | Control, parent: string | null) => {
  const key = ownProp(props, 'clause-key')
  if (key === undefined) return undefined
  const text = parts.find(({ name }) => name === 'statement')?.prose ?? ''
  return { id, key, parent, title, text, isAssessable: ownProp(props, 'is-assessable') !== 'false' }
}

/** Deeper than any catalog; a file that is deeper is none. */
const deepest = 20

/** The clauses of a catalog: groups are headings, withdrawn controls are not assessed, parameters stand by their label. */
export const fromOscal = (document: object): Said[] => {
  const { catalog, profile } = document as { readonly catalog?: Group; readonly profile?: unknown }
  if (profile) throw new UnreadableFile('It is a profile. Resolve it into a catalog first (OSCAL profile resolution).')
  if (!catalog) throw new UnreadableFile('It is no OSCAL catalog.')
  const params = new Map<string, string>()
  const learn = (level: Group | Control): void => {
    for (const { id, label, select } of level.params ?? []) params.set(id, label ?? select?.choice?.join(' / ') ?? id)
  }
  const filled = (prose: string): string =>
    prose.replace(
      /\{\{\s*(?:insert:\s*param,\s*|param:\s*)?([\w.-]+)\s*\}\}/g,
      (_, id: string) => `[${params.get(id) ?? id}]`,
    )
  const prose = (parts: readonly Part[], depth: number): string[] =>
    depth > deepest
      ? []
      : parts.flatMap(({ props, prose: own, parts: below = [] }) => [
          ...(own ? [[propOf(props, 'label'), filled(own)].filter(Boolean).join(' ')] : []),
          ...prose(below, depth + 1),
        ])
  const said: Said[] = []
  const control = (one: Control, parent: string | null, depth: number): void => {
    if (depth > deepest) throw new UnreadableFile('It is nested too deeply.')
    learn(one)
    const statement = (one.parts ?? []).filter(({ name }) => name === 'statement')
    const label = propOf(one.props, 'label')
    said.push(
      exported(one.id, one, parent) ?? {
        id: one.id,
        key: one.id,
        parent,
        title: [label ?? one.id.toUpperCase(), one.title].filter(Boolean).join(' '),
        text: prose(statement, 0).join('\n'),
        isAssessable: propOf(one.props, 'status')?.toLowerCase() !== 'withdrawn',
      },
    )
    for (const below of one.controls ?? []) control(below, one.id, depth + 1)
  }
  const group = (one: Group, parent: string | null, depth: number): void => {
    if (depth > deepest) throw new UnreadableFile('It is nested too deeply.')
    learn(one)
    const key = one.id ?? one.title ?? `group ${said.length + 1}`
    const heading = { id: key, key, parent, title: one.title ?? key, text: '', isAssessable: false }
    said.push(exported(key, one, parent) ?? heading)
    for (const below of one.groups ?? []) group(below, key, depth + 1)
    for (const below of one.controls ?? []) control(below, key, depth + 1)
  }
  learn(catalog)
  for (const one of catalog.groups ?? []) group(one, null, 0)
  for (const one of catalog.controls ?? []) control(one, null, 0)
  return said
}
