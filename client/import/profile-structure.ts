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

/** The selected controls in the order of imports, and within each in the order of the catalog. */
export interface Included extends Candidates {
  readonly sources: readonly Source[]
}

/** A level's parameters, including those of its groups: they move to the catalog if groups are omitted. */
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

/** A flat list of controls, without groups or nested controls. */
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
 * Only the groups that the profile names, with the controls that it inserts there, side by side. Controls that are
 * included but not inserted anywhere are reported.
 */
const arrangeCustom = (structure: CustomGroup, included: Included, reportMissing: ReportMissing): Catalog => {
  const groupsById = new Map<string, Group>()
  const indexGroup = (group: Group): void => {
    if (group.id !== undefined && !groupsById.has(group.id)) groupsById.set(group.id, group)
    for (const below of group.groups ?? []) indexGroup(below)
  }
  for (const { catalog } of included.sources) for (const group of catalog.groups ?? []) indexGroup(group)
  const uninserted = new Set(included.controls.keys())
  // A control that was not included is not an error of the catalog.
  const inCatalogs = new Set(included.sources.flatMap(({ catalog }) => [...indexCatalog(catalog).controls.keys()]))
  const reportMissingInsertion: ReportMissing = (kind, name) =>
    reportMissing(kind === 'controls' && inCatalogs.has(name) ? 'excluded' : kind, name)
  const insertControls = (insertions: readonly Insertion[] = []): Control[] =>
    insertions.flatMap(one => {
      const order = sorters[one.order ?? 'keep'] ?? sorters.keep
      const controls = findControls(order?.([...selectControls(included, one, reportMissingInsertion)]) ?? [], included)
      return controls.flatMap(control => {
        // A framework lists each control once, where it is first inserted.
        if (!uninserted.delete(control.id)) reportMissing('repeated', control.id)
        else return [withoutChildren(control)]
        return []
      })
    })
  const buildGroup = ({ groups = [], 'insert-controls': insertions, ...own }: CustomGroup, depth: number): Group => {
    if (depth > maxDepth) throw new UnreadableFile('tooDeep')
    const { title, props = [], params = [], parts = [] } = groupsById.get(own.id ?? '') ?? {}
    return {
      ...(title !== undefined && { title }),
      ...own,
      props: [...props, ...(own.props ?? [])],
      params: [...params, ...(own.params ?? [])],
      parts: [...parts, ...(own.parts ?? [])],
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

/** The selected controls in the structure that the profile requests; flat by default. */
export const arrangeControls = (merge: Merge, included: Included, reportMissing: ReportMissing): Catalog => {
  const requested = [merge.flat, merge['as-is'], merge.custom].filter(isRequested)
  if (requested.length > 1) throw new UnreadableFile('severalStructures')
  if (merge.custom) return arrangeCustom(merge.custom, included, reportMissing)
  return isRequested(merge['as-is']) ? mergeStructures(included) : flatten(included)
}
