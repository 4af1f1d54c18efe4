import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
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

const sent = ProvisioningToken.properties
const KnownProvisioningToken = Type.Object(
  { id: sent.id, name: sent.name, expiresAt: sent.expiresAt },
  { title: 'KnownProvisioningToken' },
)

const most = 200

/** The access that survives the sign-in of a person who leaves: only a new secret, or a new link, ends it. */
export const listPersonSecrets = reading({
  name: 'listPersonSecrets',
  summary:
    'The secrets shown to a person that still work without their sign-in: current secrets of service accounts, provisioning tokens, and links of guests who are in a room by them; the newest 200 of each',
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
    oneOr404(await call.read(findPerson, { id: personId }), 'person')
    const shown = { personId, limit: most }
    const accounts = await call.read(secretsShownTo, shown)
    const guests = await call.read(guestsShownTo, { ...shown, now: iso(call.now) })
    const tokens = await call.read(provisioningTokensShownTo, { ...shown, now: iso(call.now) })
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
