/** Finds the controls of a catalog that a profile selects (OSCAL profile resolution, import phase). */
import type { Missing } from './clauses.ts'
import { type Catalog, type Control, type Group, maxDepth, type Selection, type Selections } from './oscal-model.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Reports a name that does not exist. */
export type ReportMissing = (kind: Missing['kind'], name: string) => void

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

export const indexCatalog = (catalog: Catalog): Index => {
  const controls = new Map<string, Control>()
  const parents = new Map<string, string>()
  const walk = (level: Group | Control, parent: string | undefined, depth: number): void => {
    if (depth > maxDepth) throw new UnreadableFile('tooDeep')
    for (const control of level.controls ?? []) {
      if (controls.has(control.id)) throw new UnreadableFile('catalogRepeats', { id: control.id })
      controls.set(control.id, control)
      if (parent !== undefined) parents.set(control.id, parent)
      walk(control, control.id, depth + 1)
    }
    if ('groups' in level) for (const group of level.groups ?? []) walk(group, undefined, depth + 1)
  }
  // Groups come first, as in `fromCatalog`.
  for (const group of catalog.groups ?? []) walk({ groups: [group] }, undefined, 0)
  walk({ ...catalog, groups: [] }, undefined, 0)
  return { catalog, controls, parents }
}

/** Whether a text matches a pattern with `*` for any text and `?` for any character. Takes linear time per star. */
export const matches = (pattern: string, text: string): boolean => {
  let [textIndex, patternIndex, starIndex, starTextIndex] = [0, 0, -1, 0]
  while (textIndex < text.length) {
    if (pattern[patternIndex] === '*') {
      starIndex = patternIndex++
      starTextIndex = textIndex
    } else if (
      patternIndex < pattern.length &&
      (pattern[patternIndex] === '?' || pattern[patternIndex] === text[textIndex])
    ) {
      textIndex++
      patternIndex++
    } else if (starIndex >= 0) {
      patternIndex = starIndex + 1
      textIndex = ++starTextIndex
    } else return false
  }
  while (pattern[patternIndex] === '*') patternIndex++
  return patternIndex === pattern.length
}

const descendants = (control: Control | undefined): string[] =>
  (control?.controls ?? []).flatMap(below => [below.id, ...descendants(below)])

const findMatching = (
  { controls }: Candidates,
  { 'with-ids': ids = [], matching: patterns = [], 'with-child-controls': children }: Selection,
  reportMissing: ReportMissing,
): string[] => {
  const existingIds = ids.filter(id => {
    if (!controls.has(id)) reportMissing('controls', id)
    return controls.has(id)
  })
  const patternIds = patterns.flatMap(({ pattern = '' }) => {
    const matching = [...controls.keys()].filter(id => matches(pattern, id))
    if (matching.length === 0) reportMissing('patterns', pattern)
    return matching
  })
  const selectedIds = [...existingIds, ...patternIds]
  return children === 'yes' ? selectedIds.flatMap(id => [id, ...descendants(controls.get(id))]) : selectedIds
}

/** Selects controls, in the order in which the selections name them, without excluded controls. */
export const selectControls = (
  index: Candidates,
  selections: Selections,
  reportMissing: ReportMissing,
): ReadonlySet<string> => {
  const { 'include-controls': included, 'exclude-controls': excluded = [] } = selections
  const all = () => [...index.controls.keys()]
  // The schema requires one of the two. Without either, all controls are selected.
  const includedIds =
    included && !selections['include-all'] ? included.flatMap(one => findMatching(index, one, reportMissing)) : all()
  // Excluding a missing control is not an error.
  const excludedIds = new Set(excluded.flatMap(one => findMatching(index, one, () => undefined)))
  return new Set(includedIds.filter(id => !excludedIds.has(id)))
}

/** Adds the ancestors of controls, unless they are excluded. */
export const withAncestors = (
  index: Candidates,
  selections: Selections,
  ids: ReadonlySet<string>,
): ReadonlySet<string> => {
  const { 'exclude-controls': excluded = [] } = selections
  const excludedIds = new Set(excluded.flatMap(one => findMatching(index, one, () => undefined)))
  const selectedIds = new Set(ids)
  for (const id of ids)
    for (let ancestor = index.parents.get(id); ancestor !== undefined; ancestor = index.parents.get(ancestor))
      if (!excludedIds.has(ancestor)) selectedIds.add(ancestor)
  return selectedIds
}
