import { fromLocal, toLocal } from '#web/ui/local-moment.ts'

/** How a field of a record is asked for, as `api/fields.ts` says it. */
export interface Field {
  readonly kind: 'line' | 'text' | 'choice' | 'reference' | 'moment' | 'number' | 'flag'
  readonly required?: true
  readonly nullable?: true
  /** Said when a record is made, and never changed. */
  readonly fixed?: true
  /** Of a number its value, of a text its length. */
  readonly most?: number
  readonly least?: number
  readonly values?: readonly string[]
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

/** What is sent for a field. */
export type Sent<F extends Field> = Types<F>[F['kind']] | (F extends { readonly nullable: true } ? null : never)

/** What stands in an input. */
export type Typed = string | number | boolean

/** What an input begins with. */
export const typedOf = ({ kind, values = [''] }: Field, value: unknown): Typed => {
  if (kind === 'number') return Number(value ?? 0)
  if (kind === 'flag') return value === true
  if (typeof value !== 'string') return kind === 'choice' ? (values[0] ?? '') : ''
  return kind === 'moment' ? toLocal(value) : value
}

/** What is sent for what stands in an input; undefined while it is not complete. */
export const sentOf = ({ kind, nullable, required, least = 0, most = Infinity }: Field, typed: Typed): unknown => {
  if (typeof typed === 'number') return typed >= least && typed <= most ? typed : undefined
  if (typeof typed === 'boolean') return typed
  const text = typed.trim()
  if (text === '') return nullable ? null : required ? undefined : text
  return kind === 'moment' ? fromLocal(text) : text
}
