/** Arranges the selected controls (OSCAL profile resolution, merge phase). */
import {
  type Catalog,
  type Control,
  type CustomGroup,
  deepest,
  type Group,
  type Insertion,
  type Merge,
  type Param,
} from './oscal-model.ts'
import { type Candidates, indexOf, type Lack, selected } from './profile-select.ts'
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
const loose = (level: Group): Param[] => [...(level.params ?? []), ...(level.groups ?? []).flatMap(loose)]

const alone = ({ controls: _, ...control }: Control): Control => control

const isKept = ({ props = [] }: Group): boolean =>
  props.some(({ name, value }) => name === 'keep' && value === 'always')

const joined = <T>(one: readonly T[] = [], other: readonly T[] = []): T[] => [...one, ...other]

/** Merges groups that have the same id in several catalogs. */
const joinGroups = (groups: readonly Group[]): Group[] => {
  const byId = new Map<string, Group>()
  return groups
    .flatMap(group => {
      const known = group.id === undefined ? undefined : byId.get(group.id)
      if (group.id !== undefined) byId.set(group.id, group)
      return known ? [] : [group]
    })
    .map(group => {
      const same = groups.filter(one => one === group || (group.id !== undefined && one.id === group.id))
      if (same.length === 1) return group
      const members = same.reduce(
        (all, one) => ({
          params: joined(all.params, one.params),
          groups: joined(all.groups, one.groups),
          controls: joined(all.controls, one.controls),
        }),
        { params: [], groups: [], controls: [] } as Group,
      )
      return { ...group, ...members, groups: joinGroups(members.groups ?? []) }
    })
}

/** Keeps the catalog's structure. If a control's parent is not selected, the control takes its place. */
const asIsOf = ({ catalog, ids }: Source): Catalog => {
  const controlsOf = (controls: readonly Control[] = []): Control[] =>
    controls.flatMap(one => {
      const below = controlsOf(one.controls)
      return ids.has(one.id) ? [{ ...one, controls: below }] : below
    })
  const groupsOf = (groups: readonly Group[] = []): Group[] =>
    groups.flatMap(one => {
      const group = { ...one, groups: groupsOf(one.groups), controls: controlsOf(one.controls) }
      return group.groups.length > 0 || group.controls.length > 0 || isKept(one) ? [group] : []
    })
  const { params = [], groups, controls } = catalog
  return { params, groups: groupsOf(groups), controls: controlsOf(controls) }
}

const asIs = ({ sources }: Included): Catalog => {
  const catalogs = sources.map(asIsOf)
  return {
    params: catalogs.flatMap(({ params = [] }) => params),
    groups: joinGroups(catalogs.flatMap(({ groups = [] }) => groups)),
    controls: catalogs.flatMap(({ controls = [] }) => controls),
  }
}

const controlsOf = (ids: Iterable<string>, { controls }: Candidates): Control[] =>
  [...ids].flatMap(id => controls.get(id) ?? [])

/** A flat list of controls, without groups or nested controls. */
const flat = ({ sources, controls }: Included): Catalog => ({
  params: sources.flatMap(({ catalog }) => loose(catalog)),
  controls: [...controls.values()].map(alone),
})

const byId = (a: string, b: string): number => (a < b ? -1 : 1)

const orders: Readonly<Record<string, (ids: string[]) => string[]>> = {
  __proto__: null as never,
  keep: ids => ids,
  ascending: ids => ids.sort(byId),
  descending: ids => ids.sort((a, b) => byId(b, a)),
}

/**
 * Only the groups that the profile names, with the controls that it inserts there, side by side. Controls that are
 * included but not inserted anywhere are reported.
 */
const custom = (structure: CustomGroup, included: Included, lack: Lack): Catalog => {
  const known = new Map<string, Group>()
  const learn = (group: Group): void => {
    if (group.id !== undefined && !known.has(group.id)) known.set(group.id, group)
    for (const below of group.groups ?? []) learn(below)
  }
  for (const { catalog } of included.sources) for (const group of catalog.groups ?? []) learn(group)
  const left = new Set(included.controls.keys())
  // A control that was not included is not an error of the catalog.
  const inCatalogs = new Set(included.sources.flatMap(({ catalog }) => [...indexOf(catalog).controls.keys()]))
  const lackInserted: Lack = (kind, name) => lack(kind === 'controls' && inCatalogs.has(name) ? 'excluded' : kind, name)
  const inserted = (insertions: readonly Insertion[] = []): Control[] =>
    insertions.flatMap(one => {
      const order = orders[one.order ?? 'keep'] ?? orders.keep
      const found = controlsOf(order?.([...selected(included, one, lackInserted)]) ?? [], included)
      return found.flatMap(control => {
        // A framework lists each control once, where it is first inserted.
        if (!left.delete(control.id)) lack('repeated', control.id)
        else return [alone(control)]
        return []
      })
    })
  const groupOf = ({ groups = [], 'insert-controls': insertions, ...own }: CustomGroup, depth: number): Group => {
    if (depth > deepest) throw new UnreadableFile('tooDeep')
    const { title, props = [], params = [], parts = [] } = known.get(own.id ?? '') ?? {}
    return {
      ...(title !== undefined && { title }),
      ...own,
      props: [...props, ...(own.props ?? [])],
      params: [...params, ...(own.params ?? [])],
      parts: [...parts, ...(own.parts ?? [])],
      groups: groups.map(below => groupOf(below, depth + 1)),
      controls: inserted(insertions),
    }
  }
  const { groups = [], 'insert-controls': insertions } = structure
  const catalog = {
    params: included.sources.flatMap(({ catalog }) => loose(catalog)),
    groups: groups.map(one => groupOf(one, 0)),
    controls: inserted(insertions),
  }
  for (const id of left) lack('uninserted', id)
  return catalog
}

const isAsked = (directive: unknown): boolean => directive !== undefined && directive !== false

/** The selected controls in the structure that the profile requests; flat by default. */
export const structured = (merge: Merge, included: Included, lack: Lack): Catalog => {
  const asked = [merge.flat, merge['as-is'], merge.custom].filter(isAsked)
  if (asked.length > 1) throw new UnreadableFile('severalStructures')
  if (merge.custom) return custom(merge.custom, included, lack)
  return isAsked(merge['as-is']) ? asIs(included) : flat(included)
}
