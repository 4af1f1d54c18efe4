import { fields } from '#web/api/fields.ts'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import { registers } from '#web/api/registers.ts'
import type { Operation } from '#web/api/session.ts'
import type { ChoiceKind } from '#web/family/choices.ts'
import type { Field } from '#web/family/field.ts'
import type { SavedList } from '#web/list/views.ts'

export type RegisterName = keyof typeof registers

type RegisterFamily = (typeof registers)[RegisterName]
type FieldsOf<Name extends RegisterFamily['name']> = (typeof fields)[Name]

/** The fields of all registers, without the keys. Each needs a text. */
export type FieldName = Exclude<
  { [N in RegisterFamily['name']]: keyof FieldsOf<N> }[RegisterFamily['name']],
  RegisterFamily['key']
>

type ValuesOf<Fields> = {
  [F in Exclude<keyof Fields, 'status'>]: Fields[F] extends { readonly values: readonly (infer Value)[] }
    ? Value
    : never
}[Exclude<keyof Fields, 'status'>]

/** The options of all fields except the status. Each needs a text. */
export type ChoiceValue = { [N in RegisterFamily['name']]: ValuesOf<FieldsOf<N>> }[RegisterFamily['name']]

/** The statuses of all registers. Each needs a text for the change to that status. */
export type RegisterStatus = FieldsOf<RegisterFamily['name']>['status']['values'][number]

interface Reference {
  readonly list: string
  readonly kind: ChoiceKind
}

/** A plain family, from `api/registers.ts` and `api/fields.ts`. */
export interface Register {
  readonly name: RegisterName
  readonly prefix: string
  readonly array: string
  readonly key: string
  /** The paths have the type of one register as a placeholder; the register's `fields` describe its records. */
  readonly list: '/api/workspace/assets'
  readonly detail: '/api/workspace/assets/{assetId}'
  readonly parameter: string
  readonly filters: readonly string[]
  readonly operations: { readonly list: SavedList; readonly get: Operation } & {
    readonly [Verb in 'create' | 'update']: Extract<ReasonedOperation, `${Verb}${RegisterFamily['name']}`>
  }
  readonly references: Readonly<Record<string, Reference>>
  readonly fields: Readonly<Record<string, Field>>
  readonly statuses: readonly RegisterStatus[]
}

/** A record of any register. */
export type RegisterRecord = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly title: string
  readonly status: RegisterStatus
  readonly ownerId: string | null
  readonly updatedAt: string
  readonly etag?: string
}

const registersByName = Object.entries(registers).map(([name, { name: record, ...register }]): [string, Register] => {
  const recordFields: Readonly<Record<string, Field>> = fields[record]
  const statuses = fields[record].status.values
  return [name, { ...register, name, fields: recordFields, statuses } as unknown as Register]
})

export const allRegisters: readonly Register[] = registersByName.map(([, register]) => register)

const byName: ReadonlyMap<string, Register> = new Map(registersByName)

export const registerNamed = (name: string): Register | undefined => byName.get(name)

/** The path parameters for a record. */
export const namesOf = ({ parameter }: Register, id: string) => ({ [parameter]: id }) as unknown as { assetId: string }

/** The statuses that the server allows next: any later one, and the one before. */
export const nextStatusesOf = ({ statuses }: Register, status: RegisterStatus): readonly RegisterStatus[] => {
  const index = statuses.indexOf(status)
  return statuses.filter((_, i) => i !== index && i >= index - 1)
}

const sharedFields: ReadonlySet<string> = new Set(['title', 'description', 'status', 'ownerId'])

/** The names of the register's own fields, which not all registers have. */
export const ownFields = ({ key, fields }: Register): readonly string[] =>
  Object.keys(fields).filter(name => name !== key && !sharedFields.has(name))
