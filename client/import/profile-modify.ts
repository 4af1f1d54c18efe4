/** Applies a profile's changes to its selected controls (OSCAL profile resolution, modify phase). */
import {
  type Addition,
  type Alter,
  type Catalog,
  type Control,
  type Group,
  type Modify,
  maxDepth,
  type Param,
  type Part,
  type Prop,
  type Removal,
  type SetParameter,
} from './oscal-model.ts'
import type { ReportMissing } from './profile-select.ts'

const byKey = <T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** Applies a setting to a parameter: replaces label, choices and values, and adds constraints. */
const setParameter = (param: Param, { label, select, values, constraints = [] }: SetParameter): Param => ({
  ...param,
  ...(label !== undefined && { label }),
  ...(select && { select }),
  ...(values && { values }),
  constraints: [...(param.constraints ?? []), ...constraints],
})

/** The default namespace of properties and parts. */
const oscal = 'http://csrc.nist.gov/ns/oscal'

interface Item {
  readonly id?: string
  readonly name?: string
  readonly ns?: string
  readonly class?: string
}

/** Whether a removal applies to an object: the object must meet all criteria. */
const isTargeted = (removal: Removal, kind: string, { id, name, ns = oscal, class: itemClass }: Item): boolean => {
  const criteria = [
    [removal['by-id'], id],
    [removal['by-name'], name],
    [removal['by-class'], itemClass],
    [removal['by-item-name'], kind],
    [removal['by-ns'], kind === 'prop' || kind === 'part' ? ns : undefined],
  ].filter(([criterion]) => criterion !== undefined)
  return criteria.length > 0 && criteria.every(([criterion, value]) => criterion === value)
}

/** The children that a control or a part may have. */
interface Holder {
  readonly title?: string
  readonly props?: readonly Prop[]
  readonly params?: readonly Param[]
  readonly parts?: readonly Part[]
  readonly controls?: readonly Control[]
}

const removeFrom = <H extends Holder>(holder: H, removal: Removal, depth = 0): H => {
  if (depth > maxDepth) return holder
  const isKept =
    (kind: string) =>
    (item: Item): boolean =>
      !isTargeted(removal, kind, item)
  const { props, params, parts, controls } = holder
  return {
    ...holder,
    ...(props && { props: props.filter(isKept('prop')) }),
    ...(params && { params: params.filter(isKept('param')) }),
    ...(parts && { parts: parts.filter(isKept('part')).map(one => removeFrom(one, removal, depth + 1)) }),
    ...(controls && { controls: controls.filter(isKept('control')).map(one => removeFrom(one, removal, depth + 1)) }),
  }
}

const concat = <T>(existing: readonly T[] = [], more: readonly T[] = [], isFirst: boolean): readonly T[] =>
  isFirst ? [...more, ...existing] : [...existing, ...more]

/** Adds content inside a holder, at its start or its end. */
const addInside = <H extends Holder>(holder: H, { position, title, props, params, parts }: Addition): H => {
  const isFirst = position === 'starting' || position === 'before'
  return {
    ...holder,
    ...(title !== undefined && { title }),
    ...(props && { props: concat(holder.props, props, isFirst) }),
    ...(params && { params: concat(holder.params, params, isFirst) }),
    ...(parts && { parts: concat(holder.parts, parts, isFirst) }),
  }
}

const insertAt = <T>(items: readonly T[] = [], index: number, more: readonly T[] = []): readonly T[] =>
  items.toSpliced(index, 0, ...more)

/** Adds content at the object with the addition's id, at any depth; undefined if it does not exist. */
const addAtTarget = <H extends Holder>(holder: H, addition: Addition, depth = 0): H | undefined => {
  if (depth > maxDepth) return undefined
  const { 'by-id': id, position = 'ending', props, params, parts } = addition
  const isBeside = position === 'before' || position === 'after'
  const offset = position === 'after' ? 1 : 0
  const part = (holder.parts ?? []).findIndex(one => one.id === id)
  if (part >= 0 && isBeside)
    return {
      ...holder,
      ...(props && { props: concat(holder.props, props, position === 'before') }),
      ...(params && { params: concat(holder.params, params, position === 'before') }),
      parts: insertAt(holder.parts, part + offset, parts),
    }
  const param = (holder.params ?? []).findIndex(one => one.id === id)
  if (param >= 0 && isBeside) return { ...holder, params: insertAt(holder.params, param + offset, params) }
  // Only properties can be added inside a parameter, and clauses have no properties.
  if (param >= 0) return holder
  for (const kind of ['parts', 'controls'] as const) {
    const items: readonly (Part | Control)[] = holder[kind] ?? []
    for (const [i, item] of items.entries()) {
      const changed = item.id === id && !isBeside ? addInside(item, addition) : addAtTarget(item, addition, depth + 1)
      if (changed) return { ...holder, [kind]: items.with(i, changed) }
    }
  }
  return undefined
}

const applyAlteration = (
  control: Control,
  { removes = [], adds = [] }: Alter,
  reportMissing: ReportMissing,
): Control => {
  const reduced = removes.reduce((current, removal) => removeFrom(current, removal), control)
  return adds.reduce((current, addition) => {
    const id = addition['by-id']
    if (id === undefined || id === control.id) return addInside(current, addition)
    const changed = addAtTarget(current, addition)
    if (!changed) reportMissing('places', id)
    return changed ?? current
  }, reduced)
}

/** Sets parameters and applies alterations to the controls; reports targets that do not exist. */
export const applyModifications = (
  catalog: Catalog,
  { 'set-parameters': set = [], alters = [] }: Modify,
  reportMissing: ReportMissing,
  /** The included controls, whether or not a custom structure inserts them. */
  included: ReadonlyMap<string, Control>,
): Catalog => {
  const [settings, alterations] = [byKey(set, one => one['param-id']), byKey(alters, one => one['control-id'])]
  const [unset, unaltered] = [new Set(settings.keys()), new Set(alterations.keys())]
  const paramsOf = (params: readonly Param[] = []): Param[] =>
    params.map(param => {
      unset.delete(param.id)
      return (settings.get(param.id) ?? []).reduce(setParameter, param)
    })
  const controlOf = (control: Control): Control => {
    unaltered.delete(control.id)
    // Sets parameters before altering controls, so that settings do not affect added parameters.
    const ownFields: Control = {
      ...control,
      params: paramsOf(control.params),
      controls: (control.controls ?? []).map(controlOf),
    }
    return (alterations.get(control.id) ?? []).reduce(
      (current, alter) => applyAlteration(current, alter, reportMissing),
      ownFields,
    )
  }
  const groupOf = (group: Group): Group => ({
    ...group,
    params: paramsOf(group.params),
    groups: (group.groups ?? []).map(groupOf),
    controls: (group.controls ?? []).map(controlOf),
  })
  const result = groupOf(catalog)
  const includedParams = new Set([...included.values()].flatMap(({ params = [] }) => params.map(({ id }) => id)))
  // Excludes included controls that are not inserted, which are reported separately.
  for (const id of unset) if (!includedParams.has(id)) reportMissing('parameters', id)
  for (const id of unaltered) if (!included.has(id)) reportMissing('altered', id)
  return result
}
