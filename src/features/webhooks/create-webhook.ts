import { Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { Line } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { webhookSurfaces } from './change-webhook.ts'
import { signingSecretBinding } from './engine/receiver.ts'
import { newSigningSecret } from './engine/sign.ts'
import { ownerFor } from './owner.ts'
import { countWebhooks, findCreator, insertWebhook, lockForm, lockUnitsOfAccount } from './queries.ts'
import { checkReceiverUrl, ReceiverUrl } from './receiver-url.ts'
import { readEventTypes, requireReadable } from './subscription.ts'
import { renderWebhook, showWithSecret, Webhook, WebhookWithSecret, webhookIdPrefixes, webhookName } from './webhook.ts'

const maxWebhooks = 200

/** The fields of create and update requests. */
export const webhookFields = {
  name: Line(200),
  url: ReceiverUrl,
  events: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'Event types from the catalogue; the unversioned form also accepts a single *.',
  }),
  description: Line(500),
}

const { rotationIntervalDays } = Webhook.properties

/** Throws a 403 if the account has been limited to units since its token was checked. */
const requireWholeAccount = async ({ tx, actor }: Change): Promise<void> => {
  if (actor.kind !== 'service_account') return
  const [account] = await tx.query(lockUnitsOfAccount, { id: actor.id })
  if (account?.is_limited)
    throw new Refusal(
      'forbidden_resource',
      sentence`webhook.account_limited_to_units: A service account that is limited to units cannot have webhooks; use one that sees the whole workspace.`,
    )
}

/** The signing secret is shown only in this response (interface sections 2.8 and 4.5). */
export const createWebhook = changeEndpoint({
  name: 'createWebhook',
  summary: 'Create a webhook; its signing secret is shown only once',
  tag: 'Webhooks',
  method: 'POST',
  ...webhookSurfaces(''),
  confirm: true,
  status: 201,
  action: 'webhook.create',
  sends: true,
  secret: 'signingSecret',
  body: Type.Object({
    ...webhookFields,
    name: Type.Optional(webhookFields.name),
    description: Type.Optional({
      ...webhookFields.description,
      description: 'Required if there is no name.',
    }),
    rotationIntervalDays: Type.Optional(rotationIntervalDays),
  }),
  response: WebhookWithSecret,
  errors: ['forbidden_scope', 'unprocessable'],
  needs: ['receivers'],
  async run(change, { body }) {
    const { tx, organizationId, actor, ids, now, audit, sealer } = change
    if (webhookName({ name: body.name ?? null, description: body.description ?? null }) === '')
      throw invalid(['description'], sentence`field.description_required: is required if there is no name`)
    await checkReceiverUrl(change, body.url)
    await requireWholeAccount(change)
    const [{ form } = { form: 'unversioned' as const }] = await tx.query(lockForm, {})
    const events = readEventTypes(body.events, form)
    requireReadable(actor, events)
    const [existing] = await tx.query(countWebhooks, {})
    if (existing && existing.count >= maxWebhooks)
      throw new Refusal(
        'unprocessable',
        sentence`webhook.limit: A workspace can have at most ${{ most: maxWebhooks }} webhooks; delete one first.`,
      )
    const timestamp = iso(now)
    const webhook: Webhook = {
      id: ids.next(webhookIdPrefixes[form], now),
      name: body.name ?? null,
      description: body.description ?? null,
      url: body.url,
      events,
      status: 'active',
      pausedBy: null,
      secretRotatedAt: timestamp,
      rotationIntervalDays: body.rotationIntervalDays ?? null,
      createdAt: timestamp,
      updatedAt: timestamp,
    }
    const secret = newSigningSecret()
    const record = renderWebhook(webhook)
    const sealed = sealer.seal(secret, signingSecretBinding(organizationId, webhook.id))
    const [creator] = actor.kind === 'person' ? await tx.query(findCreator, { personId: actor.id }) : []
    const owner = ownerFor(actor, creator?.name ?? null)
    const ownership = {
      serviceAccountId: owner.kind === 'person' ? null : owner.id,
      personId: owner.kind === 'person' ? owner.id : null,
      scopes: owner.bound,
    }
    tx.write(insertWebhook, { id: webhook.id, url: webhook.url, events, ...ownership, secret: sealed, record })
    audit(webhook.id, { after: record, content: { ...ownership, status: 'active' } })
    return showWithSecret({ webhook, form, owner }, actor, secret)
  },
})
