import { Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { changeServiceAccount } from './change-service-account.ts'
import { lockServiceAccount } from './queries.ts'
import { AccountParams, ChangedLimits, ServiceAccount, ServiceAccountInput } from './service-account.ts'
import { findWebhookOfAccount } from './units/queries.ts'
import { requireUnits } from './units/require-units.ts'

/**
 * Throws if the account has webhooks, which get events of the whole workspace. Takes the account's row lock, which
 * creating a webhook also takes.
 */
const refuseWebhooks = async (change: Change, accountId: string): Promise<void> => {
  await change.tx.query(lockServiceAccount, { id: accountId })
  const [webhook] = await change.tx.query(findWebhookOfAccount, { accountId })
  if (webhook)
    throw new Refusal(
      'unprocessable',
      sentence`service_account.has_webhooks: An account limited to units has no webhooks; delete its webhooks first.`,
    )
}

/** The limit after a change, which keeps the current limit if it omits the field. */
const limitOf = <T>(input: T | null | undefined, current: T | undefined): T | null | undefined =>
  input === undefined ? current : input

/** Removing a scope also applies to tokens already issued. */
export const updateServiceAccount = changeEndpoint({
  name: 'updateServiceAccount',
  summary: 'Change the name, scopes, finding sources or units of a service account',
  tag: 'Service accounts',
  method: 'PATCH',
  workspace: { path: '/service-accounts/{accountId}', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'service_account.update',
  params: AccountParams,
  body: Type.Object({
    ...Type.Partial(Type.Object(ServiceAccountInput)).properties,
    ...ChangedLimits,
  }),
  response: ServiceAccount,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { accountId }, body: { name, scopes, findingSources, unitIds } }) {
    await requireUnits(change, unitIds ?? undefined)
    if (unitIds) await refuseWebhooks(change, accountId)
    return changeServiceAccount(
      change,
      accountId,
      ({ findingSources: currentSources, unitIds: currentUnits, ...rest }) => {
        const sources = limitOf(findingSources, currentSources)
        const units = limitOf(unitIds, currentUnits)
        return {
          account: {
            ...{ ...rest, ...(name !== undefined && { name }), ...(scopes && { scopes }) },
            ...{ ...(sources && { findingSources: sources }), ...(units && { unitIds: units }) },
          },
        }
      },
    )
  },
})
