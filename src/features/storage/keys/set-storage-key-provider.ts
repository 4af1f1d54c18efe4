import { type Static, Type } from 'typebox'
import type { Change, Provided } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { isRequired } from '#http/sentences.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import type { KeyHolder } from './key-holder.ts'
import { holderOf, keyBinding, openSealed } from './key-holders.ts'
import {
  type KeyProviderRow,
  keyProviderKinds,
  presentKeyProvider,
  StorageKeyProvider,
  type StoredSettings,
  Token,
  tokenBinding,
  VaultInput,
} from './key-provider.ts'
import {
  findKeyProvider,
  listWrapped,
  lockKeyProvider,
  lockKeys,
  rewrapKey,
  type WrappedRow,
  writeProvider,
} from './queries.ts'
import { requireAllowedHolder } from './require-destroyable-keys.ts'
import { requireHolder, unwrapKey } from './require-holder.ts'
import { keysChanging } from './sentences.ts'
import type { VaultSettings } from './vault-transit.ts'

const Input = Type.Object({
  kind: Type.Enum([...keyProviderKinds]),
  ...Object.fromEntries(Object.entries(VaultInput).map(([name, schema]) => [name, Type.Optional(schema)])),
  token: Type.Optional(Token),
})

type Input = Static<typeof Input> & Partial<Record<keyof typeof VaultInput, string>>

const requiredFields = ['address', 'mount', 'keyName'] as const

const readSettings = async ({ keyHolders }: Change & Provided<'keyHolders'>, input: Input): Promise<VaultSettings> => {
  const { address = '', mount = '', keyName = '', namespace = null } = input
  const missing = requiredFields.find(name => input[name] === undefined)
  if (missing) throw invalid([missing], isRequired)
  const problem = address.includes('?')
    ? sentence`field.url_query: must not contain a query`
    : await keyHolders.problem(address)
  if (problem !== undefined)
    throw new Refusal(
      'unprocessable',
      sentence`key.holder_address: The key holder cannot be used: its address ${{ problem: problem.text }}.`,
      { issues: [{ path: ['address'], problem }] },
    )
  const trimSlashes = (text: string): string => text.replace(/\/+$/, '')
  return { address: trimSlashes(address), mount: trimSlashes(mount), keyName, namespace }
}

/** Returns the new token, or the stored one, which is sent only to the address for which it was entered. */
const resolveToken = (
  ctx: Change,
  input: Input,
  settings: VaultSettings,
  before: KeyProviderRow | undefined,
): string => {
  if (input.token !== undefined) return input.token
  const previousSettings: StoredSettings = before ? JSON.parse(before.settings) : null
  const isSame = (['address', 'mount', 'namespace'] as const).every(name => previousSettings?.[name] === settings[name])
  if (!before?.token || !isSame) throw invalid(['token'], isRequired)
  return openSealed(ctx.sealer, before.token, tokenBinding(ctx.organizationId, before.id))
}

const buildProvider = async (
  ctx: Change & Provided<'keyHolders'>,
  id: string,
  input: Input,
  before: KeyProviderRow | undefined,
) => {
  const unexpected = Object.keys({ ...VaultInput, token: Token }).find(name => name in input)
  if (input.kind === 'local') {
    if (unexpected) throw invalid([unexpected], sentence`field.vault_only: is only for vault-transit`)
    return { id, kind: input.kind, settings: JSON.stringify(null), token: null }
  }
  const settings = await readSettings(ctx, input)
  const token = ctx.sealer.seal(resolveToken(ctx, input, settings, before), tokenBinding(ctx.organizationId, id))
  return { id, kind: input.kind, settings: JSON.stringify(settings), token }
}

/** Wraps every key with the new holder and seals it for its row. */
const rewrapKeys = async (
  { sealer, organizationId }: Change,
  keys: readonly WrappedRow[],
  [from, to]: readonly [KeyHolder, KeyHolder],
): Promise<{ id: string; wrapped: string }[]> => {
  const rewrapped: { id: string; wrapped: string }[] = []
  for (const { id, wrapped } of keys) {
    const binding = keyBinding(organizationId, id)
    const key = await unwrapKey(from, openSealed(sealer, wrapped ?? '', binding))
    rewrapped.push({ id, wrapped: sealer.seal(await to.wrap(key), binding) })
    key.fill(0)
  }
  return rewrapped
}

/** Moves all keys to the new holder, which can then make every file unreadable by not unwrapping them. */
export const setStorageKeyProvider = changeEndpoint({
  name: 'setStorageKeyProvider',
  summary: 'Change the key holder of stored files; it is tested first, and every key is wrapped again',
  tag: 'Storage keys',
  method: 'POST',
  workspace: { path: '/storage-key-provider', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'storage.key.provider',
  sends: true,
  outside: true,
  body: Input,
  response: Type.Object({ storageKeyProvider: StorageKeyProvider }),
  errors: ['conflict', 'unprocessable'],
  needs: ['dataKeys', 'keyHolders'],
  async run(ctx, { body }) {
    const { tx, db, organizationId, ids, now, audit, dataKeys } = ctx
    const [before] = await db.read(organizationId, findKeyProvider, {})
    const providerRow = await buildProvider(ctx, ids.next('skp', now), body, before)
    const to = holderOf(ctx, organizationId, providerRow)
    // The install itself needs no test: the seals of the keys prove that they are intact.
    if (providerRow.kind !== 'local') await requireHolder(to)
    const keys = await db.read(organizationId, listWrapped, {})
    const rewrapped = await rewrapKeys(ctx, keys, [holderOf(ctx, organizationId, before), to])
    await tx.query(lockKeys, {})
    const [current] = await tx.query(lockKeyProvider, {})
    await requireAllowedHolder(ctx, providerRow, current)
    const currentKeys = await tx.query(listWrapped, {})
    const isSame = currentKeys.every((key, i) => key.id === keys[i]?.id) && currentKeys.length === keys.length
    if (!isSame || current?.id !== before?.id) throw new Refusal('conflict', keysChanging)
    tx.write(writeProvider, { ...providerRow, now: iso(now) })
    for (const key of rewrapped) tx.write(rewrapKey, { ...key, provider: providerRow.kind })
    tx.afterCommit(() => dataKeys.forget(organizationId))
    const response = presentKeyProvider({ ...providerRow, state: 'available', code: null, since: new Date(now) })
    const describe = (row: KeyProviderRow | undefined) => JSON.stringify([row?.kind ?? 'local', row?.settings])
    audit(providerRow.id, {
      before: describe(before),
      after: JSON.stringify(response),
      detail: `${rewrapped.length} keys wrapped`,
    })
    return { storageKeyProvider: response }
  },
})
