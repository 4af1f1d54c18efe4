import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { principalsOf, share, withCustodians } from '#api/four-eyes.ts'
import { rows, statement, text, texts } from '#db/statement.ts'
import { day, parseTimestamp } from '#lib/clock.ts'
import { idFloor, idTime } from '#lib/ids.ts'

const week = 7 * day

/**
 * Whether somebody else had a hand in how a person gets in: since the request in their role, account or second factor,
 * and from a week before it in their second factor or by a link to a new password, which whoever made it has seen.
 */
const findOthersHand = statement(
  'find_others_hand_in_access',
  { personId: text, asked: text, recently: text },
  `select a.id from audit_event a
    where a.organization_id = :organization and a.resource_id = :personId and a.id >= :recently
      and ((a.actor_id <> :personId and a.action = 'person.remove_totp')
        or (a.actor_id <> :personId and a.action = 'person.update' and a.id >= :asked)
        or (a.action = 'person.set_password' and not exists (select from invitation i
              where i.organization_id = :organization and i.id = a.record::json ->> 'detail'
                and i.record::json ->> 'createdBy' is null)))
    limit 1`,
  rows<{ id: string }>,
)

const findBehind = statement(
  'find_people_behind',
  { ids: texts },
  `select ${withCustodians(':ids')} as hands`,
  rows<{ hands: string[] }>,
)

/** Who asked for what cannot be undone, when, and until when it can be confirmed. */
interface Asked {
  readonly by: string
  /** Who could have, then; null for a request from before these were kept. */
  readonly hands: readonly string[] | null
  readonly at: string
  readonly expiresAt: string
}

const refuse = (sentence: string): Refusal => new Refusal('unprocessable', sentence)

/**
 * Throws a 422 unless another administrator confirms in time, whatever the workspace's setting lets people decide
 * alone: one who was there before the request, and into whose account nobody else let themselves.
 */
export const requireAnotherAdministrator = async ({ tx, now, actor }: Change, asked: Asked): Promise<void> => {
  const at = parseTimestamp(asked.at) ?? now
  const [asker] = await tx.query(findBehind, { ids: [asked.by, ...(asked.hands ?? [])] })
  if (share(principalsOf(actor), asker?.hands ?? [asked.by]))
    throw refuse('Whoever asked for it does not confirm it (four eyes).')
  if (idTime(actor.id) >= at) throw refuse('Whoever was added after the request does not confirm it (four eyes).')
  if (now >= (parseTimestamp(asked.expiresAt) ?? 0)) throw refuse('The request has expired; ask again.')
  const from = { asked: idFloor('aud', at), recently: idFloor('aud', at - week) }
  const [hand] = await tx.query(findOthersHand, { personId: actor.id, ...from })
  if (hand)
    throw refuse(
      'Somebody else changed your access after the request, or your password or second factor in the week before it: another administrator confirms (four eyes).',
    )
}
