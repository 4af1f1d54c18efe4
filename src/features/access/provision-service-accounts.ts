import { type Static, Type } from 'typebox'
import { currentRow } from '#family/bound.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { hashGeneratedSecret } from '#lib/generated-secret.ts'
import { type EntryOutcome, type Provisioning, section } from '#shared/provision.ts'
import { addClientName } from './logins/queries.ts'
import { prepareLogin, type StoredLogin } from './provisioned-login.ts'
import {
  insertServiceAccount,
  lockServiceAccount,
  recordSecretShown,
  revokeTokens,
  updateServiceAccountRow,
} from './queries.ts'
import {
  AccountLimits,
  boundAccounts,
  ClientId,
  ClientSecret,
  renderServiceAccount,
  ServiceAccount,
  ServiceAccountInput,
} from './service-account.ts'

const Account = Type.Object(
  {
    ...ServiceAccountInput,
    findingSources: AccountLimits.findingSources,
    clientId: ClientId,
    clientSecret: Type.Optional(ClientSecret),
    disabled: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

type Account = Static<typeof Account>

const create = (ctx: Provisioning, account: Account, hash: string): EntryOutcome => {
  const { tx, ids, now, audit } = ctx
  const { name, clientId, scopes, findingSources, disabled = false } = account
  const id = ids.next('sva', now)
  const timestamp = iso(now)
  const times = { secretRotatedAt: timestamp, createdAt: timestamp, updatedAt: timestamp }
  const status = disabled ? 'disabled' : 'active'
  const record = renderServiceAccount({
    ...{ id, name, clientId, scopes, ...(findingSources && { findingSources }) },
    ...{ status, ...times },
  })
  tx.write(addClientName, { clientId, serviceAccountId: id })
  tx.write(insertServiceAccount, { id, clientId, secretHash: hash, scopes, disabled, record, madeBy: null })
  audit(id, { action: 'service_account.create', after: record, content: { madeBy: null, secretShownTo: null } })
  return 'created'
}

const update = async (
  ctx: Provisioning,
  account: Account,
  current: StoredLogin,
  hash = current.hash,
): Promise<EntryOutcome> => {
  const { tx, now, audit } = ctx
  const before = readRecord(ServiceAccount, current.record)
  const { name, scopes, findingSources, disabled = before.status === 'disabled' } = account
  const after: ServiceAccount = {
    ...{ ...before, name, scopes, ...(findingSources && { findingSources }) },
    status: disabled ? 'disabled' : 'active',
  }
  const newSecret = hash !== current.hash
  if (!newSecret && renderServiceAccount(after) === current.record) return 'unchanged'
  const timestamp = iso(now)
  const times = { updatedAt: timestamp, ...(newSecret && { secretRotatedAt: timestamp }) }
  const record = renderServiceAccount({ ...after, ...times })
  tx.write(updateServiceAccountRow, { id: before.id, secretHash: hash, scopes, disabled, record })
  if (newSecret) tx.write(recordSecretShown, { id: before.id, secretShownTo: null })
  const enabled = before.status === 'disabled' && !disabled
  if (newSecret || enabled) tx.write(revokeTokens, { serviceAccountId: before.id })
  const { content } = await currentRow(tx, boundAccounts, before.id)
  audit(before.id, { action: 'service_account.update', before: current.record, after: record, content })
  return 'updated'
}

/**
 * The list `serviceAccounts` of the provisioning file. A new secret, or enabling the account again, revokes its tokens.
 */
export const serviceAccounts = section({
  name: 'serviceAccounts',
  key: 'clientId',
  entry: Account,
  async prepare(services, account, position) {
    const login = await prepareLogin(services, position, {
      name: account.clientId,
      nameField: 'clientId',
      secret: account.clientSecret,
      secretField: 'clientSecret',
      hashGenerated: hashGeneratedSecret,
      lock: lockServiceAccount,
    })
    return async ctx => {
      const current = await login.find(ctx)
      login.reveal(ctx)
      return current ? update(ctx, account, current, login.hash) : create(ctx, account, login.hash ?? '')
    }
  },
})
