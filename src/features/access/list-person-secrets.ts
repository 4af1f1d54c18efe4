import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Id, Reference, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { ProvisioningToken } from './provisioning-tokens/provisioning-token.ts'
import { findPerson } from './queries.ts'
import { guestsShownTo, provisioningTokensShownTo, secretsShownTo } from './secret-queries.ts'
import { ServiceAccount } from './service-account.ts'

const { id, name, clientId, status, secretRotatedAt } = ServiceAccount.properties

const KnownSecret = Type.Object({ id, name, clientId, status, secretRotatedAt }, { title: 'KnownSecret' })

const guest = { id: Id('rgs'), name: Type.String(), email: Type.String(), expiresAt: Timestamp }
const StoredGuest = Type.Object(guest)
const KnownGuestLink = Type.Object({ ...guest, assessmentId: Id('gas') }, { title: 'KnownGuestLink' })

const token = ProvisioningToken.properties
const KnownProvisioningToken = Type.Object(
  { id: token.id, name: token.name, expiresAt: token.expiresAt },
  { title: 'KnownProvisioningToken' },
)

const maxSecrets = 200

/** Lists the access that a person keeps after they can no longer sign in: only a new secret or a new link ends it. */
export const listPersonSecrets = readEndpoint({
  name: 'listPersonSecrets',
  summary:
    'List the secrets shown to a person that work without their sign-in, the newest 200 of each kind: service account secrets, provisioning tokens, and guest links to rooms',
  tag: 'People',
  workspace: { path: '/people/{personId}/secrets', roles: ['admin'] },
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Object({
    serviceAccounts: Type.Array(KnownSecret),
    guests: Type.Array(KnownGuestLink),
    provisioningTokens: Type.Array(KnownProvisioningToken),
  }),
  errors: ['not_found'],
  async run(call, { params: { personId } }) {
    firstOrNotFound(await call.read(findPerson, { id: personId }), 'person')
    const query = { personId, limit: maxSecrets }
    const accounts = await call.read(secretsShownTo, query)
    const guests = await call.read(guestsShownTo, { ...query, now: iso(call.now) })
    const tokens = await call.read(provisioningTokensShownTo, { ...query, now: iso(call.now) })
    return {
      provisioningTokens: tokens.map(({ record }) => {
        const { id, name, expiresAt } = readRecord(ProvisioningToken, record)
        return { id, name, expiresAt }
      }),
      serviceAccounts: accounts.map(({ record }) => {
        const { id, name, clientId, status, secretRotatedAt } = readRecord(ServiceAccount, record)
        return { id, name, clientId, status, secretRotatedAt }
      }),
      guests: guests.map(({ record, assessment_id: assessmentId }) => {
        const { id, name, email, expiresAt } = readRecord(StoredGuest, record)
        return { id, name, email, expiresAt, assessmentId }
      }),
    }
  },
})
