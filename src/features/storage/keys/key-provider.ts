import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { storeCodes } from '#lib/object-store.ts'
import { sentence } from '#lib/sentence.ts'
import type { VaultSettings } from './vault-transit.ts'

/** The kinds of holders that can wrap the keys of an organization. */
export const keyProviderKinds = Object.freeze(['local', 'vault-transit'] as const)

export type ProviderKind = (typeof keyProviderKinds)[number]

/** A provider as stored in its row. */
export interface KeyProviderRow {
  id: string
  kind: ProviderKind
  settings: string
  /** The sealed token. */
  token: string | null
  state: 'available' | 'unavailable'
  code: string | null
  since: Date
}

/** Settings as stored in the row as JSON; null for `local`. */
export type StoredSettings = VaultSettings | null

// Part of a URL path: `..` and characters that need encoding are not allowed.
const Path = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^[A-Za-z0-9_-]+([./][A-Za-z0-9_-]+)*/?$',
    patternMessage: sentence`field.mount: must be letters, digits, - and _, with . or / between them`,
    description,
  })

/** The fields that describe a Vault; omitted for `local`. */
export const VaultInput = {
  address: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'Address of a `vault-transit` holder, such as https://vault.example:8200.',
  }),
  mount: Path('Mount path of its transit engine.'),
  keyName: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '^[A-Za-z0-9_-]+([.][A-Za-z0-9_-]+)*$',
    patternMessage: sentence`field.key_name: must be letters, digits, - and _, with . between them`,
    description: 'Name of its key that wraps the keys of this workspace.',
  }),
  namespace: Path('Its namespace, if it uses namespaces.'),
}

/** A token, which is sent as a header. */
export const Token = Type.String({
  minLength: 1,
  maxLength: 4096,
  pattern: '^[\\x21-\\x7e]+$',
  patternMessage: sentence`field.printable: must be printable characters without spaces`,
  description: 'May be omitted if address, mount and namespace stay the same; the current token is then kept.',
})

/** The holder that wraps the keys of a workspace, and whether it is available; never its token. */
export const StorageKeyProvider = Type.Object(
  {
    kind: Type.Enum([...keyProviderKinds]),
    address: Nullable(Type.String()),
    mount: Nullable(Type.String()),
    keyName: Nullable(Type.String()),
    namespace: Nullable(Type.String()),
    state: Type.Enum(['available', 'unavailable'], {
      description: 'While it is unavailable, encrypted files can neither be stored nor opened.',
    }),
    code: Nullable(Type.String({ description: `Why it is unavailable: ${storeCodes.join(', ')}.` })),
    since: Nullable(Timestamp),
  },
  { title: 'StorageKeyProvider' },
)

export type StorageKeyProvider = Static<typeof StorageKeyProvider>

const none = { address: null, mount: null, keyName: null, namespace: null }

/** Renders the provider of a row; without a row, the install itself. */
export const presentKeyProvider = (row: KeyProviderRow | undefined): StorageKeyProvider => {
  if (!row) return { kind: 'local', ...none, state: 'available', code: null, since: null }
  const settings: StoredSettings = JSON.parse(row.settings)
  const { kind, state, since } = row
  return { kind, ...none, ...settings, state, code: row.code, since: iso(since.getTime()) }
}

/** The context for which the token is sealed. */
export const tokenBinding = (organization: string, record: string) =>
  ({ organization, record, field: 'token' }) as const
