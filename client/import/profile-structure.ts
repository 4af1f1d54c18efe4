/** Arranges the selected controls (OSCAL profile resolution, merge phase). */
import {
  type Catalog,
  type Control,
  type CustomGroup,
  type Group,
  type Insertion,
  type Merge,
  maxDepth,
  type Param,
} from './oscal-model.ts'
import { type Candidates, indexCatalog, type ReportMissing, selectControls } from './profile-select.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** The controls selected by imports from one document. */
export interface Source {
  readonly catalog: Catalog
  readonly ids: Set<string>
}

/** The selected controls, in the order of imports and then of the catalog. */
export interface Included extends Candidates {
  readonly sources: readonly Source[]
}

/** Collects the parameters of a level and its groups, which move to the catalog if the groups are omitted. */
const collectParams = (level: Group): Param[] => [
  ...(level.params ?? []),
  ...(level.groups ?? []).flatMap(collectParams),
]

const withoutChildren = ({ controls: _, ...control }: Control): Control => control

const isKept = ({ props = [] }: Group): boolean =>
  props.some(({ name, value }) => name === 'keep' && value === 'always')

const concat = <T>(one: readonly T[] = [], other: readonly T[] = []): T[] => [...one, ...other]

/** Merges groups that have the same id in several catalogs. */
const joinGroups = (groups: readonly Group[]): Group[] => {
  const groupsById = new Map<string, Group>()
  return groups
    .flatMap(group => {
      const existing = group.id === undefined ? undefined : groupsById.get(group.id)
      if (group.id !== undefined) groupsById.set(group.id, group)
      return existing ? [] : [group]
    })
    .map(group => {
      const same = groups.filter(one => one === group || (group.id !== undefined && one.id === group.id))
      if (same.length === 1) return group
      const members = same.reduce(
        (all, one) => ({
          params: concat(all.params, one.params),
          groups: concat(all.groups, one.groups),
          controls: concat(all.controls, one.controls),
        }),
        { params: [], groups: [], controls: [] } as Group,
      )
      return { ...group, ...members, groups: joinGroups(members.groups ?? []) }
    })
}

/** Keeps the catalog's structure. If a control's parent is not selected, the control takes its place. */
const keepStructure = ({ catalog, ids }: Source): Catalog => {
  const keepControls = (controls: readonly Control[] = []): Control[] =>
    controls.flatMap(one => {
      const below = keepControls(one.controls)
      return ids.has(one.id) ? [{ ...one, controls: below }] : below
    })
  const keepGroups = (groups: readonly Group[] = []): Group[] =>
    groups.flatMap(one => {
      const group = { ...one, groups: keepGroups(one.groups), controls: keepControls(one.controls) }
      return group.groups.length > 0 || group.controls.length > 0 || isKept(one) ? [group] : []
    })
  const { params = [], groups, controls } = catalog
  return { params, groups: keepGroups(groups), controls: keepControls(controls) }
}

const mergeStructures = ({ sources }: Included): Catalog => {
  const catalogs = sources.map(keepStructure)
  return {
    params: catalogs.flatMap(({ params = [] }) => params),
    groups: joinGroups(catalogs.flatMap(({ groups = [] }) => groups)),
    controls: catalogs.flatMap(({ controls = [] }) => controls),
  }
}

const findControls = (ids: Iterable<string>, { controls }: Candidates): Control[] =>
  [...ids].flatMap(id => controls.get(id) ?? [])

/** Arranges controls as a flat list, without groups or nesting. */
const flatten = ({ sources, controls }: Included): Catalog => ({
  params: sources.flatMap(({ catalog }) => collectParams(catalog)),
  controls: [...controls.values()].map(withoutChildren),
})

const compareIds = (a: string, b: string): number => (a < b ? -1 : 1)

const sorters: Readonly<Record<string, (ids: string[]) => string[]>> = {
  __proto__: null as never,
  keep: ids => ids,
  ascending: ids => ids.sort(compareIds),
  descending: ids => ids.sort((a, b) => compareIds(b, a)),
}

/**
 * Arranges controls as the profile defines: only its groups, with the controls that it inserts there, without nesting.
 * Reports controls that are included but not inserted anywhere.
 */
const arrangeCustom = (structure: CustomGroup, included: Included, reportMissing: ReportMissing): Catalog => {
  const groupsById = new Map<string, Group>()
  const indexGroup = (group: Group): void => {
    if (group.id !== undefined && !groupsById.has(group.id)) groupsById.set(group.id, group)
    for (const below of group.groups ?? []) indexGroup(below)
  }
  for (const { catalog } of included.sources) for (const group of catalog.groups ?? []) indexGroup(group)
  const uninserted = new Set(included.controls.keys())
  // Distinguishes controls that were not included from controls that no catalog has.
  const inCatalogs = new Set(included.sources.flatMap(({ catalog }) => [...indexCatalog(catalog).controls.keys()]))
  const reportMissingInsertion: ReportMissing = (kind, name) =>
    reportMissing(kind === 'controls' && inCatalogs.has(name) ? 'excluded' : kind, name)
  const insertControls = (insertions: readonly Insertion[] = []): Control[] =>
    insertions.flatMap(one => {
      const order = sorters[one.order ?? 'keep'] ?? sorters.keep
      const controls = findControls(order?.([...selectControls(included, one, reportMissingInsertion)]) ?? [], included)
      return controls.flatMap(control => {
        // Lists each control only where it is first inserted.
        if (!uninserted.delete(control.id)) reportMissing('repeated', control.id)
        else return [withoutChildren(control)]
        return []
      })
    })
  const buildGroup = (
    { groups = [], 'insert-controls': insertions, ...ownFields }: CustomGroup,
    depth: number,
  ): Group => {
    if (depth > maxDepth) throw new UnreadableFile('tooDeep')
    const { title, props = [], params = [], parts = [] } = groupsById.get(ownFields.id ?? '') ?? {}
    return {
      ...(title !== undefined && { title }),
      ...ownFields,
      props: [...props, ...(ownFields.props ?? [])],
      params: [...params, ...(ownFields.params ?? [])],
      parts: [...parts, ...(ownFields.parts ?? [])],
      groups: groups.map(below => buildGroup(below, depth + 1)),
      controls: insertControls(insertions),
    }
  }
  const { groups = [], 'insert-controls': insertions } = structure
  const catalog = {
    params: included.sources.flatMap(({ catalog }) => collectParams(catalog)),
    groups: groups.map(one => buildGroup(one, 0)),
    controls: insertControls(insertions),
  }
  for (const id of uninserted) reportMissing('uninserted', id)
  return catalog
}

const isRequested = (directive: unknown): boolean => directive !== undefined && directive !== false

/** Arranges the selected controls in the structure that the profile requests; flat by default. */
export const arrangeControls = (merge: Merge, included: Included, reportMissing: ReportMissing): Catalog => {
  const requested = [merge.flat, merge['as-is'], merge.custom].filter(isRequested)
  if (requested.length > 1) throw new UnreadableFile('severalStructures')
  if (merge.custom) return arrangeCustom(merge.custom, included, reportMissing)
  return isRequested(merge['as-is']) ? mergeStructures(included) : flatten(included)
}
