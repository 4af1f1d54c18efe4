import { system } from '#http/access.ts'
import { writeAuditEvent } from '#http/audit.ts'
import type { CoreServices, Provided } from '#http/call.ts'
import { day, iso, minute, second } from '#lib/clock.ts'
import { type DataKeys, KeyMissing, KeyUnavailable } from '#lib/data-keys.ts'
import { KeyCache } from '#lib/key-cache.ts'
import { type StoreCode, StoreProblem } from '#lib/object-store.ts'
import { recordOnce, type SecurityEventInput, writeSecurityEvent } from '#shared/security-event.ts'
import { holderOf, keyBinding, openSealed } from './key-holders.ts'
import { activateKey, KEY_BYTES, prepareKey } from './make-key.ts'
import { findActiveKey, findKey, recordProvider, type WrappedKeyRow } from './queries.ts'

/** How long an unwrapped key is cached, which is also how long a revocation may take to have effect. */
const lifetime = 5 * minute
const maxKeys = 1000
/** How long a holder gets no further requests after a failure. */
const failurePause = 10 * second

const cacheName = (organizationId: string, id: string): string => `${organizationId} ${id}`

const unavailableEvent = (code: StoreCode, resourceId: string): SecurityEventInput => ({
  type: 'storageOperationsKeyUnavailable',
  context: { code, resourceId },
})

type NeededServices = Pick<CoreServices, 'db' | 'ids' | 'clock' | 'sealer' | 'log' | 'metrics'> & Provided<'keyHolders'>

const providerOf = ({ provider_id, kind, settings, token }: WrappedKeyRow) =>
  provider_id === null || kind === null ? undefined : { id: provider_id, kind, settings: settings ?? 'null', token }

/** Records a change of state, and an event if the keys have become unavailable; only once for all nodes. */
const recordState = (
  { db, ...services }: NeededServices,
  organizationId: string,
  code: StoreCode | null,
): Promise<void> => {
  const { ids, clock } = services
  const now = clock.now()
  const state = code === null ? 'available' : 'unavailable'
  return db.transaction(organizationId, async tx => {
    const [changedRow] = await tx.query(recordProvider, { id: ids.next('skp', now), state, code, now: iso(now) })
    if (!changedRow || code === null) return
    const recording = { ...services, tx, now, organizationId, requestId: ids.next('req', now) }
    writeSecurityEvent(recording, {
      type: 'storageOperationsKeyUnavailable',
      context: { code, resourceId: changedRow.id },
    })
  })
}

/**
 * Each call reads the key's row, so that no node uses a destroyed key. Only the unwrapped bytes are cached, for five
 * minutes.
 */
export const createDataKeys = (services: NeededServices): DataKeys => {
  const { db, clock, ids, sealer, log } = services
  const cache = new KeyCache({ clock, lifetime, maxKeys: maxKeys })
  const running = new Map<string, Promise<void>>()
  const pauses = new Map<string, { readonly until: number; readonly code: StoreCode }>()

  const tryRecordState = (organizationId: string, code: StoreCode | null): Promise<void> =>
    recordState(services, organizationId, code).catch((error: unknown) =>
      log.warn({ event: 'storage_key_state_not_noted', organization: organizationId, error }),
    )

  /** Sends a request to a holder. If it fails, starts the pause of the holder and calls `onFailure`. */
  const requestHolder = async <T>(
    name: string,
    work: () => Promise<T>,
    onFailure: (code: StoreCode) => Promise<void>,
  ): Promise<T> => {
    try {
      const result = await work()
      pauses.delete(name)
      return result
    } catch (error) {
      if (!(error instanceof StoreProblem)) throw error
      pauses.set(name, { until: clock.now() + failurePause, code: error.code })
      await onFailure(error.code)
      throw new KeyUnavailable(error.code, { cause: error })
    }
  }

  // The recorded state is that of the active key; an older key may be unavailable while the active key is not.
  const onFailure =
    (organizationId: string, { id, status }: WrappedKeyRow) =>
    async (code: StoreCode): Promise<void> => {
      if (status === 'active') return tryRecordState(organizationId, code)
      await recordOnce(services, organizationId, unavailableEvent(code, id), day)
    }

  const unwrap = (organizationId: string, row: WrappedKeyRow, purpose: 'open' | 'check' = 'open'): Promise<Buffer> => {
    const work = async () => {
      const holder = holderOf(services, organizationId, providerOf(row))
      if (purpose === 'check') await holder.keepAlive?.()
      const key = await holder.unwrap(openSealed(sealer, row.wrapped ?? '', keyBinding(organizationId, row.id)))
      if (key.length !== KEY_BYTES) throw new StoreProblem('altered')
      if (row.status === 'active' && row.state === 'unavailable') await tryRecordState(organizationId, null)
      return key
    }
    return requestHolder(cacheName(organizationId, row.id), work, onFailure(organizationId, row))
  }

  const requireNoPause = (name: string): void => {
    const pause = pauses.get(name)
    if (!pause) return
    if (clock.now() < pause.until) throw new KeyUnavailable(pause.code)
    pauses.delete(name)
  }

  /** Returns the key of a row from the cache or from its holder, which gets one request for all waiting callers. */
  const open = async (organizationId: string, row: WrappedKeyRow): Promise<Buffer> => {
    const name = cacheName(organizationId, row.id)
    if (row.wrapped === null) {
      cache.drop(name)
      throw new KeyMissing()
    }
    const cached = cache.get(name)
    if (cached) return cached
    requireNoPause(name)
    const pending = running.get(name) ?? unwrap(organizationId, row).then(key => cache.keep(name, key))
    running.set(name, pending)
    await pending.finally(() => running.delete(name))
    const key = cache.get(name)
    if (!key) throw new KeyUnavailable('slow')
    return key
  }

  const createFirstKey = async (organizationId: string): Promise<void> => {
    requireNoPause(organizationId)
    const prepare = () => prepareKey(services, organizationId)
    const prepared = await requestHolder(organizationId, prepare, code => tryRecordState(organizationId, code))
    await db.transaction(organizationId, async tx => {
      const now = clock.now()
      const key = await activateKey(tx, prepared, { now, replaces: false })
      if (!key) return
      const auditContext = { actor: system('storage-keys', organizationId), requestId: ids.next('req', now), ids, now }
      const detail = `generation ${key.generation}, when it was first needed`
      writeAuditEvent(auditContext, tx, key.id, { action: 'storage.key.create', detail })
    })
  }

  const findActive = async (organizationId: string): Promise<WrappedKeyRow | undefined> => {
    const [row] = await db.read(organizationId, findActiveKey, {})
    return row
  }

  return {
    async current(organizationId) {
      let row = await findActive(organizationId)
      if (!row) {
        await createFirstKey(organizationId)
        row = await findActive(organizationId)
      }
      if (!row) throw new KeyUnavailable('slow')
      return { id: row.id, key: await open(organizationId, row) }
    },
    async byId(organizationId, id) {
      const [row] = await db.read(organizationId, findKey, { id })
      if (!row) throw new KeyMissing()
      return { id, key: await open(organizationId, row) }
    },
    async check(organizationId) {
      const row = await findActive(organizationId)
      if (!row) return true
      try {
        const key = await unwrap(organizationId, row, 'check')
        key.fill(0)
        return true
      } catch (error) {
        if (error instanceof KeyUnavailable) return false
        throw error
      }
    },
    forget(organizationId) {
      for (const name of pauses.keys()) if (name.startsWith(organizationId)) pauses.delete(name)
    },
    [Symbol.dispose]: () => cache[Symbol.dispose](),
  }
}
