import { statement, text, texts } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { day, parseTimestamp } from '#lib/clock.ts'
import { idFloor, idTime } from '#lib/ids.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { overlap, principalsOf, withCustodians } from './four-eyes.ts'

const week = 7 * day

/**
 * Finds a change of this person's access by someone else: a change of role or account since the request; or, since a
 * week before it, a removed second factor or a password that was set through a link which another person created.
 */
const findForeignAccessChange = statement(
  'find_foreign_access_change',
  { personId: text, atRequest: text, recently: text },
  `select a.id from audit_event a
    where a.organization_id = :organization and a.resource_id = :personId and a.id >= :recently
      and ((a.actor_id <> :personId and a.action = 'person.remove_totp')
        or (a.actor_id <> :personId and a.action = 'person.update' and a.id >= :atRequest)
        or (a.action = 'person.set_password' and not exists (select from invitation i
              where i.organization_id = :organization and i.id = a.record::json ->> 'detail'
                and i.record::json ->> 'createdBy' is null)))
    limit 1`,
)

const findControllers = statement('find_controllers', { ids: texts }, `select ${withCustodians(':ids')} as controllers`)

/** Finds whether these people have created, invited or changed a person since a given time. */
const findGrantedAccess = statement(
  'find_granted_access',
  { personId: text, controllers: texts, since: text },
  `select a.id from audit_event a
    where a.organization_id = :organization and a.resource_id = :personId and a.id >= :since
      and ((a.action in ('person.create', 'person.update') and a.actor_id = any (:controllers::text[]))
        or (a.action = 'person.create' and exists (select from invitation i
              where i.organization_id = :organization and i.id = a.record::json ->> 'detail'
                and i.record::json ->> 'createdBy' = any (:controllers::text[]))))
    limit 1`,
)

/** A request for an irreversible change. */
interface ChangeRequest {
  /** The id of the requester. */
  readonly by: string
  /** The people who could act as the requester at that time; absent in older requests. */
  readonly hands?: readonly string[] | null
  readonly at: string
  readonly expiresAt: string
  /**
   * The length of the period before the request, in milliseconds, in which the requester must not have granted or
   * changed the access of the confirming administrator.
   */
  readonly minGrantAgeMs?: number
}

const refuse = (sentence: Sentence): Refusal => new Refusal('unprocessable', sentence)

/**
 * Throws a 422 unless the caller may confirm the request as another administrator. The caller must confirm in time,
 * must not be able to act as the requester, must have been a member before the request, and must have an account that
 * no one else may have taken over. Also applies in workspaces where people may decide alone.
 */
export const requireAnotherAdministrator = async (
  { tx, now, actor }: Change,
  request: ChangeRequest,
): Promise<void> => {
  const at = parseTimestamp(request.at) ?? now
  const [requester] = await tx.query(findControllers, { ids: [request.by, ...(request.hands ?? [])] })
  const controllers = requester?.controllers ?? [request.by]
  if (overlap(principalsOf(actor), controllers))
    throw refuse(
      sentence`approval.own_request: Another administrator must confirm this. The requester, and people who could act as the requester, cannot (four eyes).`,
    )
  if (idTime(actor.id) >= at)
    throw refuse(
      sentence`approval.administrator_too_new: An administrator added after the request cannot confirm it. Ask one who was an administrator before (four eyes).`,
    )
  if (now >= (parseTimestamp(request.expiresAt) ?? 0))
    throw refuse(sentence`approval.expired: The request has expired. Submit a new one.`)
  const from = { atRequest: idFloor('aud', at), recently: idFloor('aud', at - week) }
  const [foreignChange] = await tx.query(findForeignAccessChange, { personId: actor.id, ...from })
  if (foreignChange)
    throw refuse(
      sentence`approval.access_changed_since: Another person changed your access after the request, or your password or second factor in the week before it. Ask another administrator to confirm (four eyes).`,
    )
  const since = idFloor('aud', at - (request.minGrantAgeMs ?? 0))
  const [grant] = request.minGrantAgeMs
    ? await tx.query(findGrantedAccess, { personId: actor.id, controllers, since })
    : []
  if (grant)
    throw refuse(
      sentence`approval.access_given_by_requester: The requester has granted or changed your access since the day before the request. Ask another administrator to confirm, or submit the request again later (four eyes).`,
    )
}
