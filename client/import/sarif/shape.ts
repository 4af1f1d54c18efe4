/** Reads JSON of other tools by declared shapes: null counts as missing, and a wrong type is reported with its path. */

export interface Problems {
  /** Problems that make the file unreadable. */
  readonly errors: string[]
  /** Problems with content that is ignored. */
  readonly ignored: string[]
}

export type Shape<T> = (value: unknown, path: string, problems: Problems) => T | undefined

export type ShapeOf<S> = S extends Shape<infer T> ? T : never

/** The name of a value's type, for an error message. */
const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shape =
  <T>(expected: string, matches: (value: unknown) => value is T): Shape<T> =>
  (value, path, problems) => {
    if (value === null || value === undefined) return undefined
    if (matches(value)) return value
    problems.errors.push(`${path} must be ${expected}, not ${kindOf(value)}`)
    return undefined
  }

export const text: Shape<string> = shape('a string', value => typeof value === 'string')
export const wholeNumber: Shape<number> = shape('a whole number', (value): value is number => Number.isInteger(value))
export const bool: Shape<boolean> = shape('true or false', value => typeof value === 'boolean')
const plainObject = shape('an object', isObject)
const array = shape('an array', (value): value is readonly unknown[] => Array.isArray(value))

/** Any value, because the standard leaves its type open. */
export const anything: Shape<unknown> = value => value ?? undefined

/** An optional value, ignored if it has a wrong type. */
export const optional =
  <T>(readShape: Shape<T>): Shape<T> =>
  (value, path, { ignored }) =>
    readShape(value, path, { errors: ignored, ignored })

/** The fields of an object that are read; all others are ignored. */
export const fields =
  <S extends Readonly<Record<string, Shape<unknown>>>>(
    shapes: S,
  ): Shape<{ readonly [K in keyof S]: ShapeOf<S[K]> | undefined }> =>
  (value, path, problems) => {
    const object = plainObject(value, path, problems)
    if (!object) return undefined
    const prefix = path === '' ? '' : `${path}.`
    const read = Object.entries(shapes).map(([name, readShape]) => [
      name,
      Object.hasOwn(object, name) ? readShape(object[name], prefix + name, problems) : undefined,
    ])
    return Object.fromEntries(read)
  }

/** A list that keeps the index of each element: null becomes undefined. */
export const listOf =
  <T>(readShape: Shape<T>): Shape<readonly (T | undefined)[]> =>
  (value, path, problems) =>
    array(value, path, problems)?.map((one, i) => readShape(one, `${path}[${i}]`, problems))

/** A list whose elements are all required: null is an error. */
export const listOfPresent =
  <T>(readShape: Shape<T>): Shape<readonly T[]> =>
  (value, path, problems) =>
    array(value, path, problems)?.flatMap((one, i) => {
      const read = readShape(one, `${path}[${i}]`, problems)
      if (one === null) problems.errors.push(`${path}[${i}] must be an object, not null`)
      return read === undefined ? [] : [read]
    })

/** An object whose keys are data. */
export const mapOf =
  <T>(readShape: Shape<T>): Shape<ReadonlyMap<string, T>> =>
  (value, path, problems) => {
    const object = plainObject(value, path, problems)
    if (!object) return undefined
    return new Map(
      Object.entries(object).flatMap(([name, one]) => {
        const read = readShape(one, `${path}.${name}`, problems)
        return read === undefined ? [] : [[name, read] as const]
      }),
    )
  }
