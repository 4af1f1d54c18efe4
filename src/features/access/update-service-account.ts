import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { changeServiceAccount } from './change-service-account.ts'
import { AccountParams, ServiceAccount, ServiceAccountInput } from './service-account.ts'

/** A reduction of scopes also applies to issued tokens. */
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
