import { type Static, Type } from 'typebox'
import type { RowOf } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { notFound } from '#http/errors.ts'
import { Reference, Timestamp } from '#http/schema.ts'
import { deleteBounce, type findBounce } from '#src/features/notifications/deliveries/bounce-queries.ts'

/** That a mail server refused an address, so that mail to it pauses. */
export const MailBounce = Type.Object(
  {
    address: Type.String(),
    reply: Type.String({ description: "The mail server's answer." }),
    bouncedAt: Timestamp,
  },
  { title: 'MailBounce' },
)

export const showBounce = (row: RowOf<typeof findBounce>): Static<typeof MailBounce> => ({
  address: row.address,
  reply: row.reply,
  bouncedAt: row.bounced_at.toISOString(),
})

export const MailPersonParams = Type.Object({ personId: Reference('prs') })

/** Lets mail go to a person again, although a mail server refused their address. Throws a 404 if none did. */
export const resumeMail = async ({ tx, audit }: Change, personId: string): Promise<null> => {
  const [row] = await tx.query(deleteBounce, { personId })
  if (!row) throw notFound('bounce')
  audit(personId, { detail: row.address })
  return null
}
