/** How what was selected is arranged (OSCAL profile resolution, merge phase). */
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
import { type Index, type Lack, selected } from './profile-select.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** What the imports selected. */
export interface Included {
  readonly catalog: Catalog
  readonly index: Index
  /** In the order of imports, and of the catalog in each. */
  readonly ids: ReadonlySet<string>
}

/** Parameters of groups become those of the catalog where groups are left out. */
const loose = (level: Group): Param[] => [...(level.params ?? []), ...(level.groups ?? []).flatMap(loose)]

const alone = ({ controls: _, ...control }: Control): Control => control

const isKept = ({ props = [] }: Group): boolean =>
  props.some(({ name, value }) => name === 'keep' && value === 'always')

/** As the catalog has it; a control whose parent is not there takes its place. */
const asIs = ({ catalog, ids }: Included): Catalog => {
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
  return { ...catalog, groups: groupsOf(catalog.groups), controls: controlsOf(catalog.controls) }
}

const controlsOf = (ids: Iterable<string>, { controls }: Index): Control[] =>
  [...ids].flatMap(id => controls.get(id) ?? [])

/** No groups, and no control below another. */
const flat = ({ catalog, index, ids }: Included): Catalog => ({
  params: loose(catalog),
  controls: controlsOf(ids, index).map(alone),
})

const byId = (a: string, b: string): number => (a < b ? -1 : 1)

const orders: Readonly<Record<string, (ids: string[]) => string[]>> = {
  __proto__: null as never,
  keep: ids => ids,
  ascending: ids => ids.sort(byId),
  descending: ids => ids.sort((a, b) => byId(b, a)),
}

/** Only groups that the profile names, and in them the controls that it inserts there, side by side. */
const custom = (structure: CustomGroup, { catalog, index, ids }: Included, lack: Lack): Catalog => {
  // A selection here is among what was included.
  const within: Index = { ...index, controls: new Map(controlsOf(ids, index).map(one => [one.id, one])) }
  const known = new Map<string, Group>()
  const learn = (group: Group): void => {
    if (group.id !== undefined) known.set(group.id, group)
    for (const below of group.groups ?? []) learn(below)
  }
  for (const group of catalog.groups ?? []) learn(group)
  const inserted = (insertions: readonly Insertion[] = []): Control[] =>
    insertions.flatMap(one => {
      const order = orders[one.order ?? 'keep'] ?? orders.keep
      return controlsOf(order?.([...selected(within, one, lack)]) ?? [], within).map(alone)
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
  return {
    params: loose(catalog),
    groups: groups.map(one => groupOf(one, 0)),
    controls: inserted(insertions),
  }
}

const isAsked = (directive: unknown): boolean => directive !== undefined && directive !== false

/** The selected controls in the structure that the profile asks for; flat where it asks for none. */
export const structured = (merge: Merge, included: Included, lack: Lack): Catalog => {
  const asked = [merge.flat, merge['as-is'], merge.custom].filter(isAsked)
  if (asked.length > 1) throw new UnreadableFile('severalStructures')
  if (merge.custom) return custom(merge.custom, included, lack)
  return isAsked(merge['as-is']) ? asIs(included) : flat(included)
}
