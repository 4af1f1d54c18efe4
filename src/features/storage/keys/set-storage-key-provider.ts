import { type Static, Type } from 'typebox'
import type { Change, Provided } from '#http/call.ts'
import { changing } from '#http/endpoint.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { isRequired } from '#http/sentences.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { refuseNewHolder } from './kept-keys.ts'
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
import { requireHolder, unwrapped } from './require-holder.ts'
import { keysChanging } from './sentences.ts'
import type { VaultSettings } from './vault-transit.ts'

const Input = Type.Object({
  kind: Type.Enum([...keyProviderKinds]),
  ...Object.fromEntries(Object.entries(VaultInput).map(([name, schema]) => [name, Type.Optional(schema)])),
  token: Type.Optional(Token),
})

type Input = Static<typeof Input> & Partial<Record<keyof typeof VaultInput, string>>

const needed = ['address', 'mount', 'keyName'] as const

const settingsOf = async ({ keyHolders }: Change & Provided<'keyHolders'>, input: Input): Promise<VaultSettings> => {
  const { address = '', mount = '', keyName = '', namespace = null } = input
  const missing = needed.find(name => input[name] === undefined)
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
  const trimmed = (text: string): string => text.replace(/\/+$/, '')
  return { address: trimmed(address), mount: trimmed(mount), keyName, namespace }
}

/** The stored token is only ever sent to the address it was entered for. */
const tokenOf = (ctx: Change, input: Input, settings: VaultSettings, before: KeyProviderRow | undefined): string => {
  if (input.token !== undefined) return input.token
  const known: StoredSettings = before ? JSON.parse(before.settings) : null
  const isSame = (['address', 'mount', 'namespace'] as const).every(name => known?.[name] === settings[name])
  if (!before?.token || !isSame) throw invalid(['token'], isRequired)
  return openSealed(ctx.sealer, before.token, tokenBinding(ctx.organizationId, before.id))
}

const chosenOf = async (
  ctx: Change & Provided<'keyHolders'>,
  id: string,
  input: Input,
  before: KeyProviderRow | undefined,
) => {
  const stray = Object.keys({ ...VaultInput, token: Token }).find(name => name in input)
  if (input.kind === 'local') {
    if (stray) throw invalid([stray], sentence`field.vault_only: is only for vault-transit`)
    return { id, kind: input.kind, settings: JSON.stringify(null), token: null }
  }
  const settings = await settingsOf(ctx, input)
  const token = ctx.sealer.seal(tokenOf(ctx, input, settings, before), tokenBinding(ctx.organizationId, id))
  return { id, kind: input.kind, settings: JSON.stringify(settings), token }
}

/** Wraps every key with the new holder and seals it for its row. */
const wrappedAnew = async (
  { sealer, organizationId }: Change,
  keys: readonly WrappedRow[],
  [from, to]: readonly [KeyHolder, KeyHolder],
): Promise<{ id: string; wrapped: string }[]> => {
  const all: { id: string; wrapped: string }[] = []
  for (const { id, wrapped } of keys) {
    const binding = keyBinding(organizationId, id)
    const key = await unwrapped(from, openSealed(sealer, wrapped ?? '', binding))
    all.push({ id, wrapped: sealer.seal(await to.wrap(key), binding) })
    key.fill(0)
  }
  return all
}

/** Moves all keys to the new holder, which alone can then make every file unreadable. */
export const setStorageKeyProvider = changing({
  name: 'setStorageKeyProvider',
  summary: 'Change the key holder of stored files; it is tested first, and every key is wrapped again',
  tag: 'Storage keys',
  method: 'POST',
  workspace: { path: '/storage-key-provider', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'storage.key.provider',
  outside: true,
  body: Input,
  response: Type.Object({ storageKeyProvider: StorageKeyProvider }),
  errors: ['conflict', 'unprocessable'],
  needs: ['dataKeys', 'keyHolders'],
  async run(ctx, { body }) {
    const { tx, db, organizationId, ids, now, audit, dataKeys } = ctx
    const [before] = await db.read(organizationId, findKeyProvider, {})
    const chosen = await chosenOf(ctx, ids.next('skp', now), body, before)
    const to = holderOf(ctx, organizationId, chosen)
    // If the install itself holds the keys, their seals alone prove that they are intact.
    if (chosen.kind !== 'local') await requireHolder(to)
    const keys = await db.read(organizationId, listWrapped, {})
    const moved = await wrappedAnew(ctx, keys, [holderOf(ctx, organizationId, before), to])
    await tx.query(lockKeys, {})
    const [present] = await tx.query(lockKeyProvider, {})
    await refuseNewHolder(ctx, chosen, present)
    const left = await tx.query(listWrapped, {})
    const isSame = left.every((key, i) => key.id === keys[i]?.id) && left.length === keys.length
    if (!isSame || present?.id !== before?.id) throw new Refusal('conflict', keysChanging)
    tx.write(writeProvider, { ...chosen, now: iso(now) })
    for (const key of moved) tx.write(rewrapKey, { ...key, provider: chosen.kind })
    tx.afterCommit(() => dataKeys.forget(organizationId))
    const shown = presentKeyProvider({ ...chosen, state: 'available', code: null, since: new Date(now) })
    const said = (row: KeyProviderRow | undefined) => JSON.stringify([row?.kind ?? 'local', row?.settings])
    audit(chosen.id, { before: said(before), after: JSON.stringify(shown), detail: `${moved.length} keys wrapped` })
    return { storageKeyProvider: shown }
  },
})
