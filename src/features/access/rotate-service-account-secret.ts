import { changeEndpoint } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { hashGeneratedSecret } from '#lib/generated-secret.ts'
import { randomToken } from '#lib/ids.ts'
import { changeServiceAccount } from './change-service-account.ts'
import { recordCustodiansOfCaller } from './custodians.ts'
import { AccountParams, ServiceAccountWithSecret } from './service-account.ts'

/** The old secret and all tokens issued with it stop working. */
export const rotateServiceAccountSecret = changeEndpoint({
  name: 'rotateServiceAccountSecret',
  summary: 'Replace the secret of a service account; shows the new secret only once and revokes earlier tokens',
  tag: 'Service accounts',
  method: 'POST',
  workspace: { path: '/service-accounts/{accountId}/rotate-secret', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'service_account.rotate_secret',
  secret: 'clientSecret',
  params: AccountParams,
  response: ServiceAccountWithSecret,
  errors: ['not_found'],
  async run(change, { params }) {
    const clientSecret = randomToken()
    const secretHash = hashGeneratedSecret(clientSecret)
    const serviceAccount = await changeServiceAccount(change, params.accountId, current => ({
      account: { ...current, secretRotatedAt: iso(change.now) },
      secretHash,
      secretShownTo: change.actor.id,
      revoke: true,
    }))
    recordCustodiansOfCaller(change, serviceAccount.id)
    return { serviceAccount, clientSecret }
  },
})
