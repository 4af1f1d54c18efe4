import type { Change } from '#api/call.ts'
import { nameOf } from '#api/name-of.ts'
import { rows, statement, text } from '#db/statement.ts'

const find = statement(
  'find_name_in_room',
  { id: text },
  `select coalesce(${nameOf(':id::text')}, :id) as name`,
  rows<{ name: string }>,
)

/** The name of whoever changes a room: kept with what they say, since a guest reads no directory of people. */
export const ownName = async ({ tx, actor }: Change): Promise<string> => {
  const [found] = await tx.query(find, { id: actor.id })
  return found?.name ?? actor.id
}
