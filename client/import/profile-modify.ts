/** Applies a profile's changes to its selected controls (OSCAL profile resolution, modify phase). */
import {
  type Addition,
  type Alter,
  type Catalog,
  type Control,
  deepest,
  type Group,
  type Modify,
  type Param,
  type Part,
  type Prop,
  type Removal,
  type SetParameter,
} from './oscal-model.ts'
import type { Lack } from './profile-select.ts'

const byKey = <T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> => {
  const found = new Map<string, T[]>()
  for (const item of items) {
    const alike = found.get(keyOf(item))
    if (alike) alike.push(item)
    else found.set(keyOf(item), [item])
  }
  return found
}

/** Sets a parameter: replaces label, choices and values, and adds constraints. */
const setOf = (param: Param, { label, select, values, constraints = [] }: SetParameter): Param => ({
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

/** Whether a removal applies to an object, which must meet all of its criteria. */
const isMeant = (removal: Removal, kind: string, { id, name, ns = oscal, class: itsClass }: Item): boolean => {
  const criteria = [
    [removal['by-id'], id],
    [removal['by-name'], name],
    [removal['by-class'], itsClass],
    [removal['by-item-name'], kind],
    [removal['by-ns'], kind === 'prop' || kind === 'part' ? ns : undefined],
  ].filter(([wanted]) => wanted !== undefined)
  return criteria.length > 0 && criteria.every(([wanted, found]) => wanted === found)
}

/** The children that a control or a part may have. */
interface Holder {
  readonly title?: string
  readonly props?: readonly Prop[]
  readonly params?: readonly Param[]
  readonly parts?: readonly Part[]
  readonly controls?: readonly Control[]
}

const without = <H extends Holder>(holder: H, removal: Removal, depth = 0): H => {
  if (depth > deepest) return holder
  const kept =
    (kind: string) =>
    (item: Item): boolean =>
      !isMeant(removal, kind, item)
  const { props, params, parts, controls } = holder
  return {
    ...holder,
    ...(props && { props: props.filter(kept('prop')) }),
    ...(params && { params: params.filter(kept('param')) }),
    ...(parts && { parts: parts.filter(kept('part')).map(one => without(one, removal, depth + 1)) }),
    ...(controls && { controls: controls.filter(kept('control')).map(one => without(one, removal, depth + 1)) }),
  }
}

const joined = <T>(there: readonly T[] = [], more: readonly T[] = [], isFirst: boolean): readonly T[] =>
  isFirst ? [...more, ...there] : [...there, ...more]

/** Adds content inside a holder, at its start or its end. */
const withInside = <H extends Holder>(holder: H, { position, title, props, params, parts }: Addition): H => {
  const isFirst = position === 'starting' || position === 'before'
  return {
    ...holder,
    ...(title !== undefined && { title }),
    ...(props && { props: joined(holder.props, props, isFirst) }),
    ...(params && { params: joined(holder.params, params, isFirst) }),
    ...(parts && { parts: joined(holder.parts, parts, isFirst) }),
  }
}

const spliced = <T>(items: readonly T[] = [], at: number, more: readonly T[] = []): readonly T[] =>
  items.toSpliced(at, 0, ...more)

/** Adds content at the object with the addition's id, anywhere inside a holder; undefined if it does not exist. */
const withAt = <H extends Holder>(holder: H, addition: Addition, depth = 0): H | undefined => {
  if (depth > deepest) return undefined
  const { 'by-id': id, position = 'ending', props, params, parts } = addition
  const isBeside = position === 'before' || position === 'after'
  const behind = position === 'after' ? 1 : 0
  const part = (holder.parts ?? []).findIndex(one => one.id === id)
  if (part >= 0 && isBeside)
    return {
      ...holder,
      ...(props && { props: joined(holder.props, props, position === 'before') }),
      ...(params && { params: joined(holder.params, params, position === 'before') }),
      parts: spliced(holder.parts, part + behind, parts),
    }
  const param = (holder.params ?? []).findIndex(one => one.id === id)
  if (param >= 0 && isBeside) return { ...holder, params: spliced(holder.params, param + behind, params) }
  // A parameter can get only properties, which clauses do not have.
  if (param >= 0) return holder
  for (const kind of ['parts', 'controls'] as const) {
    const items: readonly (Part | Control)[] = holder[kind] ?? []
    for (const [i, item] of items.entries()) {
      const changed = item.id === id && !isBeside ? withInside(item, addition) : withAt(item, addition, depth + 1)
      if (changed) return { ...holder, [kind]: items.with(i, changed) }
    }
  }
  return undefined
}

const altered = (control: Control, { removes = [], adds = [] }: Alter, lack: Lack): Control => {
  const less = removes.reduce((now, removal) => without(now, removal), control)
  return adds.reduce((now, addition) => {
    const id = addition['by-id']
    if (id === undefined || id === control.id) return withInside(now, addition)
    const changed = withAt(now, addition)
    if (!changed) lack('places', id)
    return changed ?? now
  }, less)
}

/** Sets parameters and applies alterations to the controls; reports targets that do not exist. */
export const modified = (
  catalog: Catalog,
  { 'set-parameters': set = [], alters = [] }: Modify,
  lack: Lack,
  /** The included controls, which a custom structure need not insert. */
  included: ReadonlyMap<string, Control>,
): Catalog => {
  const [settings, alterations] = [byKey(set, one => one['param-id']), byKey(alters, one => one['control-id'])]
  const [unset, unaltered] = [new Set(settings.keys()), new Set(alterations.keys())]
  const paramsOf = (params: readonly Param[] = []): Param[] =>
    params.map(param => {
      unset.delete(param.id)
      return (settings.get(param.id) ?? []).reduce(setOf, param)
    })
  const controlOf = (control: Control): Control => {
    unaltered.delete(control.id)
    // Parameters are set before controls are altered, so additions are not affected.
    const own: Control = {
      ...control,
      params: paramsOf(control.params),
      controls: (control.controls ?? []).map(controlOf),
    }
    return (alterations.get(control.id) ?? []).reduce((now, alter) => altered(now, alter, lack), own)
  }
  const groupOf = (group: Group): Group => ({
    ...group,
    params: paramsOf(group.params),
    groups: (group.groups ?? []).map(groupOf),
    controls: (group.controls ?? []).map(controlOf),
  })
  const result = groupOf(catalog)
  const ofIncluded = new Set([...included.values()].flatMap(({ params = [] }) => params.map(({ id }) => id)))
  // A control that is not inserted anywhere is reported elsewhere.
  for (const id of unset) if (!ofIncluded.has(id)) lack('parameters', id)
  for (const id of unaltered) if (!included.has(id)) lack('altered', id)
  return result
}
