import { rows, statement, text, texts } from '#db/statement.ts'
import { day, parseTimestamp } from '#lib/clock.ts'
import { idFloor, idTime } from '#lib/ids.ts'
import type { Change } from './call.ts'
import { Refusal } from './errors.ts'
import { principalsOf, share, withCustodians } from './four-eyes.ts'

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

/** Whether these people created, invited or changed a person since a moment. */
const findPlacedBy = statement(
  'find_access_placed_by',
  { personId: text, hands: texts, since: text },
  `select a.id from audit_event a
    where a.organization_id = :organization and a.resource_id = :personId and a.id >= :since
      and ((a.action in ('person.create', 'person.update') and a.actor_id = any (:hands::text[]))
        or (a.action = 'person.create' and exists (select from invitation i
              where i.organization_id = :organization and i.id = a.record::json ->> 'detail'
                and i.record::json ->> 'createdBy' = any (:hands::text[]))))
    limit 1`,
  rows<{ id: string }>,
)

/** Who asked for what cannot be undone, when, and until when it can be confirmed. */
interface Asked {
  readonly by: string
  /** Who could act as whoever asked, then; none for a request from before these were kept. */
  readonly hands?: readonly string[] | null
  readonly at: string
  readonly expiresAt: string
  /** For so long before the request, whoever asked must not have given the other their access; milliseconds. */
  readonly settled?: number
}

const refuse = (sentence: string): Refusal => new Refusal('unprocessable', sentence)

/**
 * Throws a 422 unless another administrator confirms in time, whatever the workspace's setting lets people decide
 * alone: one who was there before the request, and into whose account nobody else let themselves.
 */
export const requireAnotherAdministrator = async ({ tx, now, actor }: Change, asked: Asked): Promise<void> => {
  const at = parseTimestamp(asked.at) ?? now
  const [asker] = await tx.query(findBehind, { ids: [asked.by, ...(asked.hands ?? [])] })
  const hands = asker?.hands ?? [asked.by]
  if (share(principalsOf(actor), hands)) throw refuse('Whoever asked for it does not confirm it (four eyes).')
  if (idTime(actor.id) >= at) throw refuse('Whoever was added after the request does not confirm it (four eyes).')
  if (now >= (parseTimestamp(asked.expiresAt) ?? 0)) throw refuse('The request has expired; ask again.')
  const from = { asked: idFloor('aud', at), recently: idFloor('aud', at - week) }
  const [hand] = await tx.query(findOthersHand, { personId: actor.id, ...from })
  if (hand)
    throw refuse(
      'Somebody else changed your access after the request, or your password or second factor in the week before it: another administrator confirms (four eyes).',
    )
  const since = idFloor('aud', at - (asked.settled ?? 0))
  const [placed] = asked.settled ? await tx.query(findPlacedBy, { personId: actor.id, hands, since }) : []
  if (placed)
    throw refuse(
      'Whoever requested it gave you your access, or changed it, in the day before: another administrator confirms, or the request is made again later (four eyes).',
    )
}
