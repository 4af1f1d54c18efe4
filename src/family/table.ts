import { type TObject, Type } from 'typebox'
import type { Kinds } from '#db/statement.ts'
import { Reference } from '#http/schema.ts'

/** Reads the value of a column from its JSON. */
export type ColumnReader = (value: unknown) => unknown

/** How a family is stored. Columns are named after fields: `requirementKey` is the column `requirement_key`. */
export interface Table<Shape extends TObject = TObject, Beside extends Kinds = Kinds, Person extends string = string> {
  readonly table: string
  /** The name of one record for people: `evidence claim`. */
  readonly label: string
  readonly prefix: string
  /** The public record; `id`, `createdAt` and `updatedAt` are among its fields. */
  readonly record: Shape
  /** Fields of the record that are also columns. */
  readonly columns: readonly string[]
  /** Columns that are not fields of the record, such as data that only people may see; none is a timestamp. */
  readonly beside?: Beside
  /** Further columns that the audit trail binds, if several verbs change them. */
  readonly content?: Readonly<Record<string, ColumnReader>>
  /** Columns that repeat the record in another form. */
  readonly repeats?: Readonly<Record<string, (record: Readonly<Record<string, unknown>>) => unknown>>
  /** Columns with ids of people; reads return the names too. */
  readonly people?: readonly Person[]
  /** The field whose value is unique in a workspace and never changes. */
  readonly key?: string
}

/** `EvidenceClaim` → `evidence claim` */
export const wordsOf = (name: string): string => name.replaceAll(/\B[A-Z]/g, ' $&').toLowerCase()

/** `requirementKey` → `requirement_key` */
export const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Describes the path parameter of one record, such as `{claimId}`: its name, its schema, and its value. */
export const parameterOf = ({ label, prefix }: Pick<Table, 'label' | 'prefix'>) => {
  const parameter = `${label.split(' ').at(-1)}Id`
  return {
    parameter,
    params: Type.Object({ [parameter]: Reference(prefix) }),
    idOf: (values: Readonly<Record<string, unknown>>): string => String(values[parameter]),
  }
}
