import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { invalid } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { hashGeneratedSecret } from '#lib/generated-secret.ts'
import { randomToken } from '#lib/ids.ts'
import { sentence } from '#lib/sentence.ts'
import { recordCustodiansOfCaller } from './custodians.ts'
import { addClientName } from './logins/queries.ts'
import { findOrganization, insertServiceAccount } from './queries.ts'
import {
  AccountLimits,
  ClientId,
  clientIdPrefix,
  renderServiceAccount,
  type ServiceAccount,
  ServiceAccountInput,
  ServiceAccountWithSecret,
} from './service-account.ts'
import { requireUnits } from './units/require-units.ts'

const isWithin = (prefix: string, clientId: string): boolean =>
  clientId.startsWith(prefix) && clientId.length > prefix.length

export const createServiceAccount = changeEndpoint({
  name: 'createServiceAccount',
  summary:
    "Create a service account; its client id starts with the workspace's slug, and its secret is shown only once",
  tag: 'Service accounts',
  method: 'POST',
  workspace: { path: '/service-accounts', roles: ['admin'] },
  confirm: true,
  status: 201,
  action: 'service_account.create',
  secret: 'clientSecret',
  body: Type.Object({ ...ServiceAccountInput, clientId: Type.Optional(ClientId), ...AccountLimits }),
  response: ServiceAccountWithSecret,
  errors: ['conflict', 'not_found'],
  conflicts: {
    login_name_client_key: sentence`service_account.client_id_taken: This client id is taken; choose another one.`,
  },
  async run(change, { body }) {
    const { tx, actor, ids, now, audit } = change
    await requireUnits(change, body.unitIds)
    const [organization] = await tx.query(findOrganization, {})
    const prefix = clientIdPrefix(organization?.slug ?? '')
    if (body.clientId !== undefined && !isWithin(prefix, body.clientId))
      throw invalid(
        ['clientId'],
        sentence`field.prefix_required: must begin with ${{ prefix }}, followed by more characters`,
      )
    const clientSecret = randomToken()
    const secretHash = hashGeneratedSecret(clientSecret)
    const id = ids.next('sva', now)
    const { name, scopes, findingSources, unitIds, clientId = `${prefix}${id.slice('sva_'.length)}` } = body
    const timestamp = iso(now)
    const times = { secretRotatedAt: timestamp, createdAt: timestamp, updatedAt: timestamp }
    const serviceAccount: ServiceAccount = {
      ...{ id, name, clientId, scopes, ...(findingSources && { findingSources }), ...(unitIds && { unitIds }) },
      status: 'active',
      ...times,
    }
    const record = renderServiceAccount(serviceAccount)
    tx.write(addClientName, { clientId, serviceAccountId: id })
    tx.write(insertServiceAccount, { id, clientId, secretHash, scopes, disabled: false, record, madeBy: actor.id })
    recordCustodiansOfCaller(change, id)
    audit(id, { after: record, content: { madeBy: actor.id, secretShownTo: actor.id } })
    return { serviceAccount, clientSecret }
  },
})
