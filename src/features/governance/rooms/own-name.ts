import { narrows, statement, text } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { nameOf } from '#http/name-of.ts'

const find = statement(
  'find_name_in_room',
  { id: text },
  `select coalesce(${nameOf(':id::text')}, :id) as name`,
  narrows<{ name: string }>,
)

/**
 * Returns the name of the person who changes a room. Rooms store it with their text, because guests cannot read the
 * directory.
 */
export const ownName = async ({ tx, actor }: Change): Promise<string> => {
  const [row] = await tx.query(find, { id: actor.id })
  return row?.name ?? actor.id
}
