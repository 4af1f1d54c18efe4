import { type Static, Type } from 'typebox'
import type { Services } from '#api/call.ts'
import { section } from '#api/provision.ts'
import { readRecord } from '#api/record.ts'
import { iso } from '#lib/clock.ts'
import { planSecret } from './provisioned-secret.ts'
import {
  findLoginName,
  findServiceAccount,
  insertLoginName,
  insertServiceAccount,
  lockServiceAccount,
  revokeTokens,
  updateServiceAccount,
} from './queries.ts'
import { ClientId, ClientSecret, renderServiceAccount, ServiceAccount, ServiceAccountInput } from './service-account.ts'

const storedHash = async ({ db }: Services, clientId: string): Promise<string | undefined> => {
  const [login] = await db.readInstall(findLoginName, [clientId])
  if (!login) return undefined
  const { organization_id, subject_id } = login
  const [account] = await db.read(organization_id, findServiceAccount, [organization_id, subject_id])
  return account?.secret_hash
}

const Entry = Type.Object(
  {
    ...ServiceAccountInput,
    clientId: ClientId,
    clientSecret: Type.Optional(ClientSecret),
    disabled: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

const wanted = (present: ServiceAccount, { name, scopes, disabled }: Static<typeof Entry>): ServiceAccount => ({
  ...present,
  name,
  scopes,
  status: disabled === undefined ? present.status : disabled ? 'disabled' : 'active',
})

/** The list `serviceAccounts` of the provisioning file; a new secret, or enabling it again, revokes its tokens. */
export const serviceAccounts = section({
  name: 'serviceAccounts',
  key: 'clientId',
  entry: Entry,
  async prepare(services, entry, place) {
    const { clientId, clientSecret, name, scopes } = entry
    const plan = await planSecret(clientSecret, await storedHash(services, clientId), 'clientSecret', place)
    return async ({ tx, organizationId, ids, now, audit, reveal }) => {
      const [login] = await tx.query(findLoginName, [clientId])
      if (login && login.organization_id !== organizationId)
        throw place.mistake('clientId', 'belongs to another organization')
      const [present] = login ? await tx.query(lockServiceAccount, [organizationId, login.subject_id]) : []
      plan.confirm(present?.secret_hash)
      if (plan.generated) reveal('clientSecret', clientId, plan.generated)
      const at = iso(now)
      if (!present) {
        const times = { secretRotatedAt: at, createdAt: at, updatedAt: at }
        const account = wanted({ id: ids.next('sva', now), name, clientId, scopes, status: 'active', ...times }, entry)
        const record = renderServiceAccount(account)
        const disabled = account.status === 'disabled'
        tx.write(insertLoginName, [clientId, 'client', organizationId, account.id])
        tx.write(insertServiceAccount, [
          organizationId,
          account.id,
          clientId,
          plan.hash ?? '',
          scopes,
          disabled,
          record,
        ])
        audit(account.id, { action: 'service_account.create', after: record })
        return 'created'
      }
      const before = readRecord(ServiceAccount, present.record)
      const account = wanted(before, entry)
      if (!plan.hash && renderServiceAccount(account) === present.record) return 'unchanged'
      const record = renderServiceAccount({ ...account, updatedAt: at, ...(plan.hash && { secretRotatedAt: at }) })
      const secretHash = plan.hash ?? present.secret_hash
      const disabled = account.status === 'disabled'
      tx.write(updateServiceAccount, [organizationId, account.id, secretHash, scopes, disabled, record])
      const enabled = before.status === 'disabled' && !disabled
      if (plan.hash || enabled) tx.write(revokeTokens, [organizationId, account.id])
      audit(account.id, { action: 'service_account.update', before: present.record, after: record })
      return 'updated'
    }
  },
})
