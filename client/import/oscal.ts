import type { Said } from './clauses.ts'
import { type Catalog, type Control, deepest, type Group, type Param, type Part, type Prop } from './oscal-model.ts'
import { cut } from './text.ts'
import { UnreadableFile } from './unreadable-file.ts'

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

const insertion = /\{\{\s*(?:insert:\s*param,\s*|param:\s*)?([\w.-]+)\s*\}\}/g

/** What stands for a parameter: the values that were set; else in brackets what is open, with what it has to satisfy. */
const wordsOf = ({ id, label, select, values = [], constraints = [] }: Param): string => {
  if (values.length > 0) return values.join(', ')
  const demands = constraints.map(({ description }) => description).filter(Boolean)
  return `[${[label ?? select?.choice?.join(' / ') ?? id, ...demands].join('; ')}]`
}

/** A choice may be another parameter, and that one of choices again; a text that is made to grow ends. */
const inside = { depth: 5, times: 1000, characters: 5000 } as const

/** The clauses of a catalog: groups are headings, withdrawn controls are not assessed, parameters stand by value or label. */
export const fromCatalog = (catalog: Catalog): Said[] => {
  const params = new Map<string, string>()
  const learn = (level: Group | Control): void => {
    for (const param of level.params ?? []) params.set(param.id, cut(wordsOf(param), inside.characters))
  }
  const filled = (prose: string): string => {
    let left: number = inside.times
    const fill = (text: string, depth: number): string =>
      text.replace(insertion, (_, id: string) => {
        const words = params.get(id) ?? `[${id}]`
        return depth < inside.depth && left-- > 0 ? fill(words, depth + 1) : words
      })
    return fill(prose, 0)
  }
  const prose = (parts: readonly Part[], depth: number): string[] =>
    depth > deepest
      ? []
      : parts.flatMap(({ props, prose: own, parts: below = [] }) => [
          ...(own ? [[propOf(props, 'label'), filled(own)].filter(Boolean).join(' ')] : []),
          ...prose(below, depth + 1),
        ])
  const said: Said[] = []
  const control = (one: Control, parent: string | null, depth: number): void => {
    if (depth > deepest) throw new UnreadableFile('tooDeep')
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
    if (depth > deepest) throw new UnreadableFile('tooDeep')
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
