import { fields } from '#web/api/fields.ts'
import { registers } from '#web/api/registers.ts'
import type { Operation } from '#web/api/session.ts'
import type { ChoiceKind } from '#web/family/choices.ts'
import type { Field } from '#web/family/field.ts'

export type RegisterName = keyof typeof registers

type Declared = (typeof registers)[RegisterName]
type FieldsOf<Name extends Declared['name']> = (typeof fields)[Name]

/** The fields of all registers except their keys: the texts name each. */
export type FieldName = Exclude<{ [N in Declared['name']]: keyof FieldsOf<N> }[Declared['name']], Declared['key']>

type ValuesOf<Fields> = {
  [F in Exclude<keyof Fields, 'status'>]: Fields[F] extends { readonly values: readonly (infer Value)[] }
    ? Value
    : never
}[Exclude<keyof Fields, 'status'>]

/** The options of fields other than the status: the texts name each. */
export type ChoiceValue = { [N in Declared['name']]: ValuesOf<FieldsOf<N>> }[Declared['name']]

/** The statuses of all registers: the texts say how each is reached. */
export type RegisterStatus = FieldsOf<Declared['name']>['status']['values'][number]

interface Referred {
  readonly list: string
  readonly kind: ChoiceKind
}

/** A plain family, from `api/registers.ts` and `api/fields.ts`. */
export interface Register {
  readonly name: RegisterName
  readonly prefix: string
  readonly array: string
  readonly key: string
  /** The type of one register represents all: every record has the shared fields and those that `fields` names. */
  readonly list: '/api/workspace/assets'
  readonly detail: '/api/workspace/assets/{assetId}'
  readonly parameter: string
  readonly filters: readonly string[]
  readonly operations: Readonly<Record<'list' | 'get' | 'create' | 'update', Operation>>
  readonly references: Readonly<Record<string, Referred>>
  readonly fields: Readonly<Record<string, Field>>
  readonly statuses: readonly RegisterStatus[]
}

/** A record of any register. */
export type Registered = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly title: string
  readonly status: RegisterStatus
  readonly ownerId: string | null
  readonly updatedAt: string
  readonly etag?: string
}

const declared = Object.entries(registers).map(([name, { name: record, ...register }]): [string, Register] => {
  const asked: Readonly<Record<string, Field>> = fields[record]
  const statuses = fields[record].status.values
  return [name, { ...register, name, fields: asked, statuses } as unknown as Register]
})

export const allRegisters: readonly Register[] = declared.map(([, register]) => register)

const byName: ReadonlyMap<string, Register> = new Map(declared)

export const registerNamed = (name: string): Register | undefined => byName.get(name)

/** The path parameters of one record. */
export const namesOf = ({ parameter }: Register, id: string) => ({ [parameter]: id }) as unknown as { assetId: string }

/** The statuses that may follow: any later one, and the one before, as the server has it. */
export const followingOf = ({ statuses }: Register, status: RegisterStatus): readonly RegisterStatus[] => {
  const at = statuses.indexOf(status)
  return statuses.filter((_, i) => i !== at && i >= at - 1)
}

const shared: ReadonlySet<string> = new Set(['title', 'description', 'status', 'ownerId'])

/** The names of the fields that only this register has. */
export const ownFields = ({ key, fields }: Register): readonly string[] =>
  Object.keys(fields).filter(name => name !== key && !shared.has(name))
