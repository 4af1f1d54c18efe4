import { Type } from 'typebox'
import { anonymous } from '#http/access.ts'
import { beginCall, type Call, change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { addressKey } from '#lib/address-key.ts'
import { sentence } from '#lib/sentence.ts'
import { effectiveChannels, readChannelSettings } from '#src/features/notifications/channels.ts'
import { kindNames, type NotificationKind } from '#src/features/notifications/kinds.ts'
import {
  everyDigest,
  readUnsubscribeToken,
  type Unsubscription,
} from '#src/features/notifications/mail/unsubscribe-token.ts'
import { findUnsubscriber, stopMailsOf } from './queries.ts'

/** The secret of a link that stops mails. */
export const UnsubscribeToken = Type.String({
  minLength: 1,
  maxLength: 190,
  description: 'The part of the link of a mail after #.',
})

/** The mails that a link stops, with the name of their workspace. */
export interface Subscription extends Unsubscription {
  readonly workspace: string
}

const unknownLink = async ({ limiter }: Call, clientAddress: string): Promise<Refusal> => {
  const { allowed, headers } = await limiter.consume([{ bucket: 'link-address', key: addressKey(clientAddress) }])
  if (!allowed) {
    const retryAfter = { 'retry-after': headers['Retry-After'] ?? '60' }
    return new Refusal(
      'rate_limited',
      sentence`unsubscribe.too_many: Too many links that do not work; wait a minute.`,
      {
        headers: retryAfter,
      },
    )
  }
  return new Refusal(
    'not_found',
    sentence`unsubscribe.unknown_link: The link is incomplete or from another install. Sign in and change your notification settings.`,
  )
}

/** Finds the mails that a link stops. Throws a 404 for a link that this install did not make; guesses are limited. */
export const findSubscription = async (call: Call, token: string, clientAddress: string): Promise<Subscription> => {
  const unsubscription = readUnsubscribeToken(call.sealer, token)
  if (!unsubscription) throw await unknownLink(call, clientAddress)
  const { organizationId, personId } = unsubscription
  const [person] = await call.db.read(organizationId, findUnsubscriber, { personId })
  if (!person) throw await unknownLink(call, clientAddress)
  return { ...unsubscription, workspace: person.workspace }
}

/** Returns the kinds whose mails the link stops and that are not off already. */
const kindsToStop = ({ what }: Unsubscription, channels: ReturnType<typeof effectiveChannels>): NotificationKind[] =>
  kindNames.filter(kind => {
    const { mail } = channels[kind]
    return what === everyDigest ? mail === 'digest' : kind === what && mail !== 'off'
  })

/** Turns off the mails of a link for its person. A repeat changes nothing. */
export const stopMails = async (call: Call, subscription: Unsubscription): Promise<void> => {
  const { organizationId, personId } = subscription
  const actor = { ...anonymous, organizationId }
  await call.db.transaction(organizationId, async tx => {
    const settings = await tx.query(readChannelSettings, { personIds: [personId] })
    const kinds = kindsToStop(subscription, effectiveChannels(settings, personId))
    if (kinds.length === 0) return
    tx.write(stopMailsOf, { personId, kinds })
    const ctx = change(beginCall(call, actor, call.requestId), tx, 'account.unsubscribe', null)
    ctx.audit(personId, { detail: kinds.join(', ') })
  })
}
