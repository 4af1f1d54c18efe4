/** Finds the controls of a catalog that a profile selects (OSCAL profile resolution, import phase). */
import type { Missing } from './clauses.ts'
import { type Catalog, type Control, deepest, type Group, type Selection, type Selections } from './oscal-model.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Records a name that does not exist. */
export type Lack = (kind: Missing['kind'], name: string) => void

/** The controls of a catalog in its order, by their ids. */
export interface Index extends Candidates {
  readonly catalog: Catalog
}

/** The controls available to a selection. */
export interface Candidates {
  readonly controls: ReadonlyMap<string, Control>
  /** The parent control of each nested control. */
  readonly parents: ReadonlyMap<string, string>
}

export const indexOf = (catalog: Catalog): Index => {
  const controls = new Map<string, Control>()
  const parents = new Map<string, string>()
  const walk = (level: Group | Control, parent: string | undefined, depth: number): void => {
    if (depth > deepest) throw new UnreadableFile('tooDeep')
    for (const control of level.controls ?? []) {
      if (controls.has(control.id)) throw new UnreadableFile('catalogRepeats', { id: control.id })
      controls.set(control.id, control)
      if (parent !== undefined) parents.set(control.id, parent)
      walk(control, control.id, depth + 1)
    }
    if ('groups' in level) for (const group of level.groups ?? []) walk(group, undefined, depth + 1)
  }
  // In the order of `fromCatalog`: groups first.
  for (const group of catalog.groups ?? []) walk({ groups: [group] }, undefined, 0)
  walk({ ...catalog, groups: [] }, undefined, 0)
  return { catalog, controls, parents }
}

/** Whether a text matches a pattern in which `*` is any text and `?` any character; linear in time for each star. */
export const matches = (pattern: string, text: string): boolean => {
  let [at, in_, star, mark] = [0, 0, -1, 0]
  while (at < text.length) {
    if (pattern[in_] === '*') {
      star = in_++
      mark = at
    } else if (in_ < pattern.length && (pattern[in_] === '?' || pattern[in_] === text[at])) {
      at++
      in_++
    } else if (star >= 0) {
      in_ = star + 1
      at = ++mark
    } else return false
  }
  while (pattern[in_] === '*') in_++
  return in_ === pattern.length
}

const descendants = (control: Control | undefined): string[] =>
  (control?.controls ?? []).flatMap(below => [below.id, ...descendants(below)])

const matching = (
  { controls }: Candidates,
  { 'with-ids': ids = [], matching: patterns = [], 'with-child-controls': children }: Selection,
  lack: Lack,
): string[] => {
  const known = ids.filter(id => {
    if (!controls.has(id)) lack('controls', id)
    return controls.has(id)
  })
  const fitting = patterns.flatMap(({ pattern = '' }) => {
    const found = [...controls.keys()].filter(id => matches(pattern, id))
    if (found.length === 0) lack('patterns', pattern)
    return found
  })
  const found = [...known, ...fitting]
  return children === 'yes' ? found.flatMap(id => [id, ...descendants(controls.get(id))]) : found
}

/** The selected controls in the order in which they are named, without the excluded ones. */
export const selected = (index: Candidates, selections: Selections, lack: Lack): ReadonlySet<string> => {
  const { 'include-controls': included, 'exclude-controls': excluded = [] } = selections
  const all = () => [...index.controls.keys()]
  // The schema requires one of them; without either, nothing narrows the selection.
  const wanted = included && !selections['include-all'] ? included.flatMap(one => matching(index, one, lack)) : all()
  // Excluding a missing control is not an error.
  const unwanted = new Set(excluded.flatMap(one => matching(index, one, () => undefined)))
  return new Set(wanted.filter(id => !unwanted.has(id)))
}

/** Adds the parents of the controls, unless these are excluded by name or pattern. */
export const withAncestors = (
  index: Candidates,
  selections: Selections,
  ids: ReadonlySet<string>,
): ReadonlySet<string> => {
  const { 'exclude-controls': excluded = [] } = selections
  const unwanted = new Set(excluded.flatMap(one => matching(index, one, () => undefined)))
  const found = new Set(ids)
  for (const id of ids)
    for (let above = index.parents.get(id); above !== undefined; above = index.parents.get(above))
      if (!unwanted.has(above)) found.add(above)
  return found
}
