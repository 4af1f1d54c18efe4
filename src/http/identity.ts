import type { Database } from '#db/database.ts'
import { narrows, type Statement, statement, text } from '#db/statement.ts'
import { type Clock, iso, minute, second } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { randomToken } from '#lib/ids.ts'
import type { Actor, Role } from './access.ts'
import { factorDue } from './factor-rules.ts'

/**
 * An access token, the session of a person or a guest, or a provisioning token: 256 random bits after the id of its
 * organization. Only the SHA-256 is stored.
 */
export interface Credential {
  readonly text: string
  readonly sha256: string
}

const kinds = { token: 'pbt', session: 'pbs', room: 'pbr', provisioning: 'pbp' } as const

type Kind = keyof typeof kinds

/** Issues the text of a new credential. */
export const newCredential = (kind: Kind, organizationId: string): Credential => {
  const text = `${kinds[kind]}_${organizationId.slice('org_'.length)}_${randomToken(32)}`
  return { text, sha256: sha256Hex(text) }
}

const organizationOf = (kind: Kind, text: string): string | undefined => {
  const match = /^(pb[tsrp])_([0-9A-HJKMNP-TV-Z]{26})_[A-Za-z0-9_-]{43}$/.exec(text)
  return match?.[1] === kinds[kind] ? `org_${match[2]}` : undefined
}

/** The identity that a credential currently stands for. */
export interface Identity {
  readonly actor: Actor
  readonly disabled: boolean
  /** The time in milliseconds at which the credential expires. */
  readonly expiresAt: number
  /** For sessions only: the last recorded use, in milliseconds. */
  readonly usedAt?: number
}

export interface Identities {
  /**
   * Finds the identity behind the text of a credential; undefined if it was never issued, has ended or was revoked.
   * `isUse`: whether the request counts as a use of the session; polling does not keep a session alive.
   */
  find(kind: Kind, text: string, isUse?: boolean): Promise<Identity | undefined>
  /** Drops the cache after an account, a person, a session or a secret has changed. */
  forget(): void
}

interface Row {
  id: string
  subject_id: string
  scopes: string[]
  role: Role | null
  disabled: boolean
  /** Whether the organization is a sample workspace. */
  sample: boolean
  /** The units that the identity is limited to; null for the whole workspace. */
  unit_ids: string[] | null
  expires_at: Date
  /** Set for tokens and sessions. */
  custodians?: string[]
  /** Set only for sessions, as are the next three fields. */
  last_used_at?: Date
  opened_with?: string
  confirmed_at?: Date | null
  factor_rules?: string | null
  /** Set only for guests, as is the next field. */
  room_id?: string
  assessment_id?: string
}

const lookups: Readonly<Record<Kind, Statement<Row, { readonly sha256: string }>>> = {
  token: statement(
    'find_access_token',
    { sha256: text },
    `select t.id, a.id as subject_id, array(select unnest(t.scopes) intersect select unnest(a.scopes)) as scopes,
            null as role, a.disabled, o.sample, a.unit_ids, t.expires_at,
            people_behind(array[a.made_by::text, a.secret_shown_to::text]
              || array(select r.custodian_id::text from resource_custodian r
                        where r.organization_id = a.organization_id and r.resource_id = a.id)) as custodians
       from access_token t
       join service_account a on a.organization_id = t.organization_id and a.id = t.service_account_id
       join organization o on o.id = t.organization_id
      where t.organization_id = :organization and t.token_sha256 = :sha256`,
    narrows<{ role: null }>,
  ),
  session: statement(
    'find_session',
    { sha256: text },
    `select s.id, p.id as subject_id, '{}'::text[] as scopes, p.role, p.disabled, o.sample, p.unit_ids, s.expires_at,
            s.last_used_at, s.opened_with, s.confirmed_at,
            case when o.factor_rules <> '{}' and p.record::json ->> 'secondFactor' = 'none' then o.factor_rules end as factor_rules,
            array_remove(people_behind(array[p.id::text]), p.id::text) as custodians
       from session s
       join person p on p.organization_id = s.organization_id and p.id = s.person_id
       join organization o on o.id = s.organization_id
      where s.organization_id = :organization and s.token_sha256 = :sha256
        and session_allowed(p.id, s.opened_with, p.record)`,
  ),
  // The session ends with the room.
  room: statement(
    'find_room_session',
    { sha256: text },
    `select s.id, g.id as subject_id, '{}'::text[] as scopes, null as role, g.status = 'revoked' as disabled,
            is_sample(s.organization_id) as sample, null as unit_ids, least(s.expires_at, g.expires_at) as expires_at, r.id as room_id, r.assessment_id
       from room_session s
       join room_guest g on g.organization_id = s.organization_id and g.id = s.guest_id
       join room r on r.organization_id = g.organization_id and r.id = g.room_id and r.status = 'open'
      where s.organization_id = :organization and s.token_sha256 = :sha256`,
    narrows<{ role: null; unit_ids: null }>,
  ),
  // A replaced token opens the workspace until its overlap ends.
  provisioning: statement(
    'find_provisioning_token',
    { sha256: text },
    `select id, id as subject_id, '{}'::text[] as scopes, null as role, false as disabled,
            is_sample(organization_id) as sample, null as unit_ids,
            case when token_sha256 = :sha256 then expires_at else least(expires_at, previous_until) end as expires_at
       from provisioning_token
      where organization_id = :organization and not revoked and :sha256 in (token_sha256, previous_sha256)`,
    narrows<{ role: null; unit_ids: null }>,
  ),
}

const touch = statement(
  'touch_session',
  { tokenSha256: text, now: text },
  'update session set last_used_at = :now where organization_id = :organization and token_sha256 = :tokenSha256',
)

interface Lookup {
  readonly identity: Promise<Identity | undefined>
  /** The end of its lifetime in the cache, on the monotonic clock. */
  readonly until: number
}

const actorKind = { token: 'service_account', session: 'person', room: 'guest', provisioning: 'system' } as const

const cacheMs = second
const touchIntervalMs = minute
const maxCached = 10_000

/**
 * Finds identities and caches each for one second: a disabled account or a rotated secret takes effect on every node
 * within that second, and immediately on the node that made the change. The use of a session is recorded at most once a
 * minute, in parallel with the request. No request waits for that, and the next request makes up for a lost record. A
 * session ends after `idleLimit` milliseconds without use.
 */
export const createIdentities = (db: Database, clock: Clock, idleLimit: number): Identities => {
  const cache = new Map<string, { identity: Identity; until: number }>()
  const lookupsInProgress = new Map<string, Lookup>()
  let generation = 0

  const recordUse = async ({ actor: { organizationId }, usedAt }: Identity, text: string): Promise<void> => {
    const now = clock.now()
    if (usedAt === undefined || usedAt > now - touchIntervalMs) return
    const entry = cache.get(text)
    if (entry) cache.set(text, { ...entry, identity: { ...entry.identity, usedAt: now } })
    await db.transaction(organizationId, tx => tx.write(touch, { tokenSha256: sha256Hex(text), now: iso(now) }))
  }

  const load = async (kind: Kind, organizationId: string, sha256: string): Promise<Identity | undefined> => {
    const [row] = await db.read(organizationId, lookups[kind], { sha256 })
    if (!row) return undefined
    const usedAt = row.last_used_at?.getTime()
    const idleAt = usedAt === undefined ? Number.POSITIVE_INFINITY : usedAt + idleLimit
    const expiresAt = Math.min(row.expires_at.getTime(), idleAt)
    const actor: Actor = {
      kind: actorKind[kind],
      id: row.subject_id,
      credentialId: row.id,
      organizationId,
      scopes: row.scopes,
      ...(row.role && { role: row.role }),
      ...(row.unit_ids && { units: row.unit_ids }),
      ...(row.room_id && row.assessment_id && { room: { id: row.room_id, assessmentId: row.assessment_id } }),
      ...(row.custodians && { custodians: row.custodians }),
      ...(row.sample && { sample: true }),
      ...(row.opened_with && {
        session: {
          openedWith: row.opened_with,
          confirmedAt: row.confirmed_at?.getTime() ?? Number.NEGATIVE_INFINITY,
          factorDue: factorDue({ rules: row.factor_rules ?? null, role: row.role, openedWith: row.opened_with }),
        },
      }),
    }
    return { actor, disabled: row.disabled, expiresAt, ...(usedAt !== undefined && { usedAt }) }
  }

  /** Shares one database query among simultaneous requests with the same credential. */
  const loadOnce = (kind: Kind, organizationId: string, text: string, now: number): Lookup => {
    const current = lookupsInProgress.get(text)
    if (current && current.until > now) return current
    const lookup = { identity: load(kind, organizationId, sha256Hex(text)), until: now + cacheMs }
    const end = () => {
      if (lookupsInProgress.get(text) === lookup) lookupsInProgress.delete(text)
    }
    lookupsInProgress.set(text, lookup)
    lookup.identity.then(end, end)
    return lookup
  }

  return {
    async find(kind, text, isUse = true) {
      const organizationId = organizationOf(kind, text)
      if (!organizationId) return undefined
      const now = performance.now()
      const startGeneration = generation
      const cached = cache.get(text)
      const isFresh = cached !== undefined && cached.until > now
      const { identity: pending, until } = isFresh ? cached : loadOnce(kind, organizationId, text, now)
      const identity = await pending
      if (!identity || identity.expiresAt <= clock.now()) return undefined
      // Results read before a change must not be cached after it.
      if (!isFresh && startGeneration === generation) {
        if (cache.size >= maxCached) cache.clear()
        cache.set(text, { identity, until })
      }
      if (isUse) recordUse(identity, text).catch(() => undefined)
      return identity
    },
    forget() {
      generation++
      cache.clear()
      // Results read before a change must not be returned after it.
      lookupsInProgress.clear()
    },
  }
}
