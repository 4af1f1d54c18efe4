import { Type } from 'typebox'
import { changing, type Endpoint } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { Reference } from '#api/schema.ts'
import { step } from '#lib/flow.ts'
import { changeServiceAccount } from './change-service-account.ts'
import { ServiceAccount, ServiceAccountInput, serviceAccountFlow } from './service-account.ts'

export const AccountParams = Type.Object({ accountId: Reference('sva') })

/** Fewer scopes take effect on the tokens that are out. */
export const updateServiceAccount = changing({
  name: 'updateServiceAccount',
  summary: 'Change the name or the scopes of a service account',
  tag: 'Service accounts',
  method: 'PATCH',
  workspace: { path: '/service-accounts/{accountId}', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'service_account.update',
  params: AccountParams,
  body: Type.Partial(Type.Object(ServiceAccountInput)),
  response: ServiceAccount,
  errors: ['not_found'],
  run: (change, { params, body: { name, scopes } }) =>
    changeServiceAccount(change, params.accountId, present => ({
      account: { ...present, ...(name !== undefined && { name }), ...(scopes && { scopes }) },
    })),
})

const transition = (input: keyof typeof serviceAccountFlow, summary: string): Endpoint =>
  changing({
    name: `${input}ServiceAccount`,
    summary,
    tag: 'Service accounts',
    method: 'POST',
    workspace: { path: `/service-accounts/{accountId}/${input}`, roles: ['admin'] },
    ...(input === 'enable' && { confirm: true }),
    status: 200,
    action: `service_account.${input}`,
    params: AccountParams,
    response: ServiceAccount,
    errors: ['not_found', 'unprocessable'],
    run: (change, { params }) =>
      changeServiceAccount(change, params.accountId, present => {
        const status = step(serviceAccountFlow, present.status, input)
        if (!status) throw new Refusal('unprocessable', `The service account is ${present.status} already.`)
        // A disabled account's tokens stay, so that their calls are told 403 (interface section 5); they end here.
        return { account: { ...present, status }, ...(status === 'active' && { revoke: true }) }
      }),
  })

export const disableServiceAccount = transition('disable', 'Disable a service account: its calls are refused')
export const enableServiceAccount = transition('enable', 'Enable a service account; earlier tokens stay unusable')
