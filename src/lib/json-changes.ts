/** A value that differs between two JSON documents. `path` has the names and indexes that lead to it. */
export interface JsonChange {
  readonly path: readonly (string | number)[]
  readonly change: 'added' | 'removed' | 'changed'
  /** Undefined if the value was added. */
  readonly before?: unknown
  /** Undefined if the value was removed. */
  readonly after?: unknown
}

type Container = Readonly<Record<string, unknown>>

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

const isSameKind = (one: Container, other: Container): boolean => Array.isArray(one) === Array.isArray(other)

/** Whether two values have the same JSON. Objects of different kinds, such as {} and [], do not. */
const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

function* walk(before: unknown, after: unknown, path: readonly (string | number)[]): Generator<JsonChange> {
  if (!isContainer(before) || !isContainer(after) || !isSameKind(before, after)) {
    if (!isSameValue(before, after)) yield { path, change: 'changed', before, after }
    return
  }
  const isList = Array.isArray(before)
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const at = [...path, isList ? Number(name) : name]
    if (!Object.hasOwn(after, name)) yield { path: at, change: 'removed', before: before[name] }
    else if (!Object.hasOwn(before, name)) yield { path: at, change: 'added', after: after[name] }
    else yield* walk(before[name], after[name], at)
  }
}

/**
 * Lists the values that differ between two JSON documents, up to a limit, and counts those beyond it. Lists are
 * compared by position.
 */
export const jsonChanges = (
  before: unknown,
  after: unknown,
  limit: number,
): { readonly changes: readonly JsonChange[]; readonly omitted: number } => {
  const changes: JsonChange[] = []
  let omitted = 0
  for (const change of walk(before, after, [])) {
    if (changes.length < limit) changes.push(change)
    else omitted++
  }
  return { changes, omitted }
}
