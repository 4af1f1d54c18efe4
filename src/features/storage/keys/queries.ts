import { choice, narrows, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { KeyStatus } from './data-key.ts'
import type { DestructionStatus } from './destruction.ts'
import type { KeyProviderRow, ProviderKind } from './key-provider.ts'

/** A data key as stored. */
export interface WrappedRow {
  id: string
  status: KeyStatus
  /** The sealed key; null once it is destroyed. */
  wrapped: string | null
}

/** A key and its holder: all holder columns are null if the install unwraps it. */
export type WrappedKeyRow = RowOf<typeof findActiveKey>

const keyWithHolder = `k.id, k.status, k.wrapped, p.id as provider_id, p.kind, p.settings, p.token, p.state
     from storage_data_key k left join storage_key_provider p on p.organization_id = k.organization_id`

export const findActiveKey = statement(
  'find_active_data_key',
  {},
  `select ${keyWithHolder} where k.organization_id = :organization and k.status = 'active'`,
)

export const findKey = statement(
  'find_data_key',
  { id: text },
  `select ${keyWithHolder} where k.organization_id = :organization and k.id = :id`,
)

const keyColumns = 'id, generation, status, provider, created_at, destroyed_at'

export const selectDataKeys = statement(
  'list_data_keys',
  { position: text, limit: number },
  `select ${keyColumns}, '' as record from storage_data_key
    where organization_id = :organization and id < :position order by id desc limit :limit`,
)

/** Lists the keys that are not destroyed. */
export const listWrapped = statement(
  'list_wrapped_data_keys',
  {},
  `select id, status, wrapped from storage_data_key
    where organization_id = :organization and status <> 'destroyed' order by id`,
)

/**
 * Locks the organization's keys until the end of the transaction. Every transaction that creates, wraps or destroys
 * keys takes this lock. A row lock would not work, because a provider may not have a row yet.
 */
export const lockKeys = statement(
  'lock_data_keys',
  {},
  `select pg_advisory_xact_lock(hashtextextended('storage data keys ' || :organization, 0))`,
)

/** Returns no rows if another node created the key first. */
export const insertDataKey = statement(
  'insert_data_key',
  { id: text, provider: choice<ProviderKind>, wrapped: text, now: text },
  `insert into storage_data_key (organization_id, id, generation, status, provider, wrapped, created_at)
   select :organization::text, :id, coalesce(max(generation), 0) + 1, 'active', :provider, :wrapped, :now
     from storage_data_key where organization_id = :organization
   on conflict do nothing returning ${keyColumns}`,
)

export const retireKey = statement(
  'retire_data_key',
  {},
  `update storage_data_key set status = 'retired' where organization_id = :organization and status = 'active'`,
)

export const rewrapKey = statement(
  'rewrap_data_key',
  { id: text, provider: choice<ProviderKind>, wrapped: text },
  `update storage_data_key set provider = :provider, wrapped = :wrapped
    where organization_id = :organization and id = :id and status <> 'destroyed'`,
)

/** Returns the reason why keys must not be destroyed now; no row if nothing prevents it. Requires `lockHolds`. */
export const findKeyObstacle = statement(
  'find_data_key_obstacle',
  { now: text },
  `select kept.why from storage_data_key k, what_keeps_key(k.organization_id, k.id, :now) as kept (why)
    where k.organization_id = :organization and k.status <> 'destroyed' and kept.why is not null
    order by k.generation desc limit 1`,
  narrows<{ why: 'hold' | 'retention' }>,
)

export const destroyKeys = statement(
  'destroy_data_keys',
  { now: text },
  `update storage_data_key set status = 'destroyed', wrapped = null, destroyed_at = :now
    where organization_id = :organization and status <> 'destroyed' returning id`,
)

const provider = 'id, kind, settings, token, state, code, since'

export const findKeyProvider = statement(
  'find_key_provider',
  {},
  `select ${provider} from storage_key_provider where organization_id = :organization`,
)

export const lockKeyProvider = statement(
  'lock_key_provider',
  {},
  `select ${provider} from storage_key_provider where organization_id = :organization for update`,
)

export const writeProvider = statement(
  'write_key_provider',
  { id: text, kind: choice<ProviderKind>, settings: text, token: nullable(text), now: text },
  `insert into storage_key_provider (organization_id, id, kind, settings, token, state, since)
   values (:organization, :id, :kind, :settings, :token, 'available', :now)
   on conflict (organization_id) do update
      set id = excluded.id, kind = excluded.kind, settings = excluded.settings, token = excluded.token,
          state = excluded.state, code = null, since = excluded.since`,
)

/** Returns the row only if the state changed, so that only the first of several observers reports the change. */
export const recordProvider = statement(
  'record_key_provider',
  { id: text, state: choice<KeyProviderRow['state']>, code: nullable(text), now: text },
  `insert into storage_key_provider as p (organization_id, id, kind, settings, state, code, since)
   values (:organization, :id, 'local', 'null', :state, :code, :now)
   on conflict (organization_id) do update set state = excluded.state, code = excluded.code, since = excluded.since
    where p.state <> excluded.state
   returning id`,
)

const destruction = 'id, status, asked_by, hands, record'

/** Finds the latest request. */
export const findDestruction = statement(
  'find_key_destruction',
  {},
  `select ${destruction} from storage_key_destruction where organization_id = :organization order by id desc limit 1`,
)

export const lockRequestedDestruction = statement(
  'lock_requested_key_destruction',
  {},
  `select ${destruction} from storage_key_destruction
    where organization_id = :organization and status = 'asked' for update`,
)

export const insertDestruction = statement(
  'insert_key_destruction',
  { id: text, askedBy: text, hands: texts, record: text },
  `insert into storage_key_destruction (organization_id, id, status, asked_by, hands, record)
   values (:organization, :id, 'asked', :askedBy, :hands, :record)`,
)

export const endDestruction = statement(
  'end_key_destruction',
  { id: text, status: choice<DestructionStatus>, record: text },
  `update storage_key_destruction set status = :status, record = :record
    where organization_id = :organization and id = :id`,
)

export const organizationsWithOldKeys = statement(
  'organizations_with_old_data_keys',
  { before: text },
  'select * from organizations_with_old_data_keys(:before) as id',
)

export const organizationsWithOutsideKeys = statement(
  'organizations_with_outside_keys',
  {},
  'select * from organizations_with_outside_keys() as id',
)
