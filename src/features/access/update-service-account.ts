import { Type } from 'typebox'
import type { Change } from '#api/call.ts'
import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { Nullable } from '#api/schema.ts'
import { changeServiceAccount } from './change-service-account.ts'
import { AccountParams, ServiceAccount, ServiceAccountInput } from './service-account.ts'
import { findWebhookOfAccount } from './units/queries.ts'
import { requireUnits } from './units/require-units.ts'
import { UnitIds } from './units/unit.ts'

/** Its events are of the whole workspace. */
const refuseWebhooks = async (change: Change, accountId: string): Promise<void> => {
  const [webhook] = await change.tx.query(findWebhookOfAccount, { accountId })
  if (webhook) throw new Refusal('unprocessable', 'An account of units has no webhooks; delete its webhooks first.')
}

/** A reduction of scopes also applies to issued tokens. */
export const updateServiceAccount = changing({
  name: 'updateServiceAccount',
  summary: 'Change the name, the scopes or the units of a service account',
  tag: 'Service accounts',
  method: 'PATCH',
  workspace: { path: '/service-accounts/{accountId}', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'service_account.update',
  params: AccountParams,
  body: Type.Object({
    ...Type.Partial(Type.Object(ServiceAccountInput)).properties,
    unitIds: Type.Optional(Nullable(UnitIds)),
  }),
  response: ServiceAccount,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { accountId }, body: { name, scopes, unitIds } }) {
    await requireUnits(change, unitIds ?? undefined)
    if (unitIds) await refuseWebhooks(change, accountId)
    return changeServiceAccount(change, accountId, ({ unitIds: known, ...present }) => {
      const units = unitIds === undefined ? known : unitIds
      return {
        account: {
          ...{ ...present, ...(name !== undefined && { name }), ...(scopes && { scopes }) },
          ...(units && { unitIds: units }),
        },
      }
    })
  },
})
