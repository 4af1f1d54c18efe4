import { fromLocal, toLocal } from '#web/ui/local-moment.ts'

/** A field of a record, as `api/fields.ts` describes it. */
export interface Field {
  readonly kind: 'line' | 'text' | 'choice' | 'reference' | 'moment' | 'number' | 'flag'
  readonly required?: true
  readonly nullable?: true
  /** Whether the field is set when the record is created and never changes. */
  readonly fixed?: true
  /** The bounds of a number's value, or of a text's length. */
  readonly most?: number
  readonly least?: number
  readonly values?: readonly string[]
  /** Whether a number can have decimals. */
  readonly decimal?: true
}

/** The value of an input. */
export type InputValue = string | number | boolean

/** The initial value of a field's input. */
export const toInput = ({ kind, nullable, required, values = [''] }: Field, value: unknown): InputValue => {
  if (kind === 'number' && (nullable || required) && (value ?? null) === null) return ''
  if (kind === 'number') return Number(value ?? 0)
  if (kind === 'flag') return value === true
  if (typeof value !== 'string') return kind === 'choice' && !nullable ? (values[0] ?? '') : ''
  return kind === 'moment' ? toLocal(value) : value
}

/** The value to send for an input. Undefined while the input is incomplete. */
export const fromInput = (
  { kind, nullable, required, least = 0, most = Infinity }: Field,
  input: InputValue,
): unknown => {
  if (typeof input === 'number') return input >= least && input <= most ? input : undefined
  if (typeof input === 'boolean') return input
  const text = input.trim()
  if (text === '') return nullable ? null : required ? undefined : text
  return kind === 'moment' ? fromLocal(text) : text
}
