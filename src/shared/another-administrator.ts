import { statement, text, texts } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { day, parseTimestamp } from '#lib/clock.ts'
import { idFloor, idTime } from '#lib/ids.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { principalsOf, share, withCustodians } from './four-eyes.ts'

const week = 7 * day

/**
 * Whether another person affected how this person gets in: by changing their role, account or second factor since the
 * request, or, from a week before it, by changing their second factor or creating a password link, whose creator has
 * seen it.
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
)

const findBehind = statement('find_people_behind', { ids: texts }, `select ${withCustodians(':ids')} as hands`)

/** Whether these people have created, invited or changed a person since a given moment. */
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
)

/** An irreversible request: who made it, when, and until when it can be confirmed. */
interface Asked {
  readonly by: string
  /** The people who could act as the requester at that time; absent for requests older than this field. */
  readonly hands?: readonly string[] | null
  readonly at: string
  readonly expiresAt: string
  /**
   * The requester must not have given the confirming administrator their access within this period before the request;
   * milliseconds.
   */
  readonly settled?: number
}

const refuse = (sentence: Sentence): Refusal => new Refusal('unprocessable', sentence)

/**
 * Throws a 422 unless another administrator confirms in time, even if the workspace lets people decide alone. That
 * administrator must have been one before the request, and no one else may have taken over their account.
 */
export const requireAnotherAdministrator = async ({ tx, now, actor }: Change, asked: Asked): Promise<void> => {
  const at = parseTimestamp(asked.at) ?? now
  const [asker] = await tx.query(findBehind, { ids: [asked.by, ...(asked.hands ?? [])] })
  const hands = asker?.hands ?? [asked.by]
  if (share(principalsOf(actor), hands))
    throw refuse(
      sentence`approval.own_request: Another administrator must confirm this: neither the requester nor an account they could act as can (four eyes).`,
    )
  if (idTime(actor.id) >= at)
    throw refuse(
      sentence`approval.administrator_too_new: An administrator added after the request cannot confirm it. Ask one who was an administrator before (four eyes).`,
    )
  if (now >= (parseTimestamp(asked.expiresAt) ?? 0))
    throw refuse(sentence`approval.expired: The request has expired. Make a new one.`)
  const from = { asked: idFloor('aud', at), recently: idFloor('aud', at - week) }
  const [hand] = await tx.query(findOthersHand, { personId: actor.id, ...from })
  if (hand)
    throw refuse(
      sentence`approval.access_changed_since: Another person changed your access after the request, or your password or second factor in the week before it. Ask another administrator to confirm (four eyes).`,
    )
  const since = idFloor('aud', at - (asked.settled ?? 0))
  const [placed] = asked.settled ? await tx.query(findPlacedBy, { personId: actor.id, hands, since }) : []
  if (placed)
    throw refuse(
      sentence`approval.access_given_by_requester: The requester granted or changed your access in the day before the request. Ask another administrator to confirm, or make the request again later (four eyes).`,
    )
}
