import type { Change } from '#api/call.ts'
import { oneOr404 } from '#api/errors.ts'
import { rows, statement, text } from '#db/statement.ts'

const find = statement(
  'exists_person',
  { id: text },
  'select id from person where organization_id = :organization and id = :id',
  rows<{ id: string }>,
)

/** Throws a 404 where somebody is named who is not of the workspace. */
export const requirePerson = async ({ read }: Change, id: string | null | undefined): Promise<void> => {
  if (typeof id === 'string') oneOr404(await read(find, { id }), 'person')
}
