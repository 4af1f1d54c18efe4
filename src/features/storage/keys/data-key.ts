import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { keyProviderKinds, type ProviderKind } from './key-provider.ts'

/** `active` encrypts and decrypts, `retired` only decrypts, `destroyed` can never be used again. */
export const keyStatuses = Object.freeze(['active', 'retired', 'destroyed'] as const)

export type KeyStatus = (typeof keyStatuses)[number]

/** A generation of the key that encrypts the files of a workspace; never the key itself. */
export const StorageKey = Type.Object(
  {
    id: Id('stk'),
    generation: Type.Integer({ minimum: 1 }),
    status: Type.Enum([...keyStatuses], {
      description:
        'The active one encrypts new files; a retired one only opens older files; a destroyed one opens none.',
    }),
    provider: Type.Enum([...keyProviderKinds], { description: 'The key holder that wraps it.' }),
    createdAt: Timestamp,
    destroyedAt: Nullable(Timestamp),
  },
  { title: 'StorageKey' },
)

export interface StorageKeyRow {
  id: string
  generation: number
  status: KeyStatus
  provider: ProviderKind
  created_at: Date
  destroyed_at: Date | null
}

export const presentDataKey = (row: StorageKeyRow): Static<typeof StorageKey> => ({
  id: row.id,
  generation: row.generation,
  status: row.status,
  provider: row.provider,
  createdAt: iso(row.created_at.getTime()),
  destroyedAt: row.destroyed_at && iso(row.destroyed_at.getTime()),
})
