/** Reads parsed JSON or YAML by declared shapes. Null counts as missing; a wrong type is rejected with its path. */
import { UnreadableFile } from './unreadable-file.ts'

/** The path to a value, from the top of the file. */
export interface Place {
  readonly above: Place | undefined
  readonly key: string | number
  readonly depth: number
}

/** The counts of fields that are not read. */
export type Unread = Map<string, number>

export interface Reading {
  readonly place: Place | undefined
  readonly unread: Unread
}

export type Reader<T> = (value: unknown, reading: Reading) => T

/** The maximum depth. It exceeds that of any real framework, but does not overflow the stack. */
const maxDepth = 120

const pathText = (place: Place | undefined): string => {
  if (!place) return ''
  const { above, key } = place
  if (typeof key === 'number') return `${pathText(above)}[${key}]`
  return above ? `${pathText(above)}.${key}` : key
}

type Expected = 'notText' | 'notList' | 'notObject'

const wrongType = (reason: Expected, { place }: Reading): UnreadableFile =>
  new UnreadableFile(reason, { place: pathText(place).slice(-200) || 'the file' })

const readingBelow = ({ place, unread }: Reading, key: string | number): Reading => {
  const depth = (place?.depth ?? 0) + 1
  if (depth > maxDepth) throw new UnreadableFile('tooDeep')
  return { place: { above: place, key, depth }, unread }
}

const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null

/** Reads a string. Converts numbers and booleans, which YAML yields for unquoted text. */
export const text: Reader<string> = (value, reading) => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw wrongType('notText', reading)
}

/** Reads any value. Readers are not called for null. */
export const anything: Reader<NonNullable<unknown>> = value => value ?? ''

export const listOf =
  <T>(readElement: Reader<T>): Reader<readonly T[]> =>
  (value, reading) => {
    if (!Array.isArray(value)) throw wrongType('notList', reading)
    return value.flatMap((one: unknown, i) => (isMissing(one) ? [] : [readElement(one, readingBelow(reading, i))]))
  }

const entriesOf = (value: unknown, reading: Reading): readonly (readonly [key: string, value: unknown])[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType('notObject', reading)
  return Object.entries(value).filter(([, one]) => !isMissing(one))
}

type Fields<T> = { readonly [Key in keyof T]-?: Reader<NonNullable<T[Key]>> }

interface Kind<T> {
  /** The name under which unread fields are counted; without a name, they are not counted. */
  readonly name?: string
  readonly required?: readonly (keyof T & string)[]
  /** Fields that are irrelevant for clauses, and not counted. */
  readonly ignored?: readonly string[]
}

/** Reads an object with these fields and counts others as unread. `fields` is a function to allow recursion. */
export const objectOf = <T extends object>(
  fields: () => Fields<T>,
  { name, required = [], ignored = [] }: Kind<T> = {},
): Reader<T> => {
  let readersByKey: ReadonlyMap<string, Reader<unknown>> | undefined
  return (value, reading) => {
    readersByKey ??= new Map<string, Reader<unknown>>(Object.entries(fields()))
    const read = new Map<string, unknown>()
    for (const [key, one] of entriesOf(value, reading)) {
      const reader = readersByKey.get(key)
      if (reader) read.set(key, reader(one, readingBelow(reading, key)))
      else if (name !== undefined && !ignored.includes(key)) {
        const label = `${name} ${key}`
        reading.unread.set(label, (reading.unread.get(label) ?? 0) + 1)
      }
    }
    const missingField = required.find(key => !read.has(key))
    if (missingField !== undefined)
      throw new UnreadableFile('lacksField', { place: pathText(reading.place).slice(-200), field: missingField })
    // Each field was read with its type, and the required fields are present.
    return Object.fromEntries(read) as T
  }
}
