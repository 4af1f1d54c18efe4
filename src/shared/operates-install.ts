import { statement, text } from '#db/statement.ts'
import type { Call } from '#http/call.ts'

const operates = statement('operates_install', { asked: text }, 'select operates_install(:asked) as operates')

/**
 * Whether the caller's organization operates the install: it is the only one, or the provisioning file marks it. Other
 * organizations see only the parts of the install that concern them.
 */
export const operatesInstall = async ({
  db,
  organizationId,
}: Pick<Call, 'db' | 'organizationId'>): Promise<boolean> => {
  const [row] = await db.readInstall(operates, { asked: organizationId })
  return row?.operates ?? false
}
