import { changeEndpoint, type Endpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { statusAfter } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import { changeServiceAccount } from './change-service-account.ts'
import { AccountParams, ServiceAccount, serviceAccountFlow } from './service-account.ts'

/** Creates the endpoint that disables or enables an account. */
export const serviceAccountTransition = (input: keyof typeof serviceAccountFlow, summary: string): Endpoint =>
  changeEndpoint({
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
      changeServiceAccount(change, params.accountId, current => {
        const status = statusAfter(serviceAccountFlow, current.status, input)
        if (!status)
          throw new Refusal(
            'unprocessable',
            sentence`service_account.status_unchanged: The service account is already ${{ status: current.status }}.`,
          )
        // A disabled account keeps its tokens, so that its calls get 403. Enabling revokes them.
        return { account: { ...current, status }, ...(status === 'active' && { revoke: true }) }
      }),
  })
