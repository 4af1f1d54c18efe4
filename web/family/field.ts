import { fromLocal, toLocal } from '#web/ui/local-moment.ts'

/** The description of a field's input, from `api/fields.ts`. */
export interface Field {
  readonly kind: 'line' | 'text' | 'choice' | 'reference' | 'moment' | 'number' | 'flag'
  readonly required?: true
  readonly nullable?: true
  /** Set when a record is created, and never changed. */
  readonly fixed?: true
  /** The bounds of a number's value, or of a text's length. */
  readonly most?: number
  readonly least?: number
  readonly values?: readonly string[]
  /** A number that is not whole. */
  readonly decimal?: true
}

interface Types<F extends Field> {
  readonly line: string
  readonly text: string
  readonly choice: F extends { readonly values: readonly (infer Value)[] } ? Value : string
  readonly reference: string
  readonly moment: string
  readonly number: number
  readonly flag: boolean
}

/** The type that is sent for a field. */
export type Sent<F extends Field> = Types<F>[F['kind']] | (F extends { readonly nullable: true } ? null : never)

/** The value of an input. */
export type Typed = string | number | boolean

/** The initial value of an input. */
export const typedOf = ({ kind, nullable, required, values = [''] }: Field, value: unknown): Typed => {
  if (kind === 'number' && (nullable || required) && (value ?? null) === null) return ''
  if (kind === 'number') return Number(value ?? 0)
  if (kind === 'flag') return value === true
  if (typeof value !== 'string') return kind === 'choice' && !nullable ? (values[0] ?? '') : ''
  return kind === 'moment' ? toLocal(value) : value
}

/** The value to send for an input; undefined while it is incomplete. */
export const sentOf = ({ kind, nullable, required, least = 0, most = Infinity }: Field, typed: Typed): unknown => {
  if (typeof typed === 'number') return typed >= least && typed <= most ? typed : undefined
  if (typeof typed === 'boolean') return typed
  const text = typed.trim()
  if (text === '') return nullable ? null : required ? undefined : text
  return kind === 'moment' ? fromLocal(text) : text
}
