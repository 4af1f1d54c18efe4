import { composed, rows, text } from '#db/statement.ts'
import type { Table } from '#family/table.ts'
import type { Change } from '#http/call.ts'
import { noSuch, Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'

/** A family that other records refer to. */
export type Referred = Pick<Table, 'table' | 'label' | 'prefix'>

export const person: Referred = { table: 'person', label: 'person', prefix: 'prs' }

const finding = (table: string) =>
  composed(
    `exists_${table}`,
    { id: text },
    `select id from ${table} where organization_id = :organization and id = :id`,
    rows<{ id: string }>,
  )

// Several families refer to the same one, but a statement's name must be unique.
const known = new Map<string, ReturnType<typeof finding>>()

const findIn = (table: string) => {
  const find = known.get(table) ?? finding(table)
  known.set(table, find)
  return find
}

/** Rejects references to records outside the workspace, with a 404 that names the field. */
export const checker = (references: Readonly<Record<string, Referred>>) => {
  const finds = Object.entries(references).map(([field, { table, label }]) => ({ field, label, find: findIn(table) }))
  return async ({ read }: Change, given: Readonly<Record<string, unknown>>): Promise<void> => {
    for (const { field, label, find } of finds) {
      const id = given[field]
      if (typeof id !== 'string' || (await read(find, { id })).length > 0) continue
      const issues = [{ path: [field], problem: sentence`field.absent: does not exist in the workspace` }]
      throw new Refusal('not_found', noSuch(label), { issues })
    }
  }
}
