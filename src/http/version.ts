import { type TObject, Type } from 'typebox'
import { composed, rows, text } from '#db/statement.ts'
import { sha256Base64url } from '#lib/hash.ts'
import { remember } from '#lib/remember.ts'
import type { Change } from './call.ts'
import { Rendered } from './rendered.ts'

/** The version of a record that a change has read under its row lock. */
interface LockedVersion {
  /** The entity tag of the version. */
  readonly etag: string
  /** The resource id in the audit trail. */
  readonly resourceId: string
}

/** Locks a record and reads its version; undefined if it does not exist. For settings, `id` is the organization's. */
export type Version = (change: Change, id: string) => Promise<LockedVersion | undefined>

// 22 characters of base64url are 132 bits.
const tagLength = 22

const digestOf = (state: readonly unknown[]): string =>
  `"${sha256Base64url(JSON.stringify(state)).slice(0, tagLength)}"`

/**
 * Caches tags: computing one takes 1.7 µs for a record of 550 characters, a cached one 0.05 µs. Without the cache,
 * tags took a quarter of a list's CPU.
 */
const tagOfText = remember((text: string) => digestOf([text]), 2 ** 21)

/**
 * The strong entity tag (RFC 9110 section 8.8.3) of the state of a record: its rendered text, and other columns that
 * can change. A timestamp alone is not enough, because two changes fit into one millisecond.
 */
export const etagOf = (...state: readonly unknown[]): string => {
  const [text] = state
  return state.length === 1 && typeof text === 'string' ? tagOfText(text) : digestOf(state)
}

/** The version field of a response, which callers send back with a change. */
export const versionField = {
  etag: Type.String({ description: 'The version of the record; send it as If-Match with a change.' }),
}

/** The schema of a record with its version, as in responses. Events, digests, exports and OSCAL omit the version. */
export const withVersionField = (record: TObject, title = `Versioned${Object(record).title}`): TObject =>
  Type.Object({ ...record.properties, ...versionField }, { title })

/** Adds the version to a rendered record. A tag is base64url between quotes. */
export const withVersion = (record: string, etag: string): string =>
  `${record.slice(0, -1)},"etag":"\\"${etag.slice(1, -1)}\\""}`

/** The response of a detail endpoint: its version becomes the ETag. */
export const versioned = (json: string, etag: string): Rendered => new Rendered(json, undefined, etag)

/** Creates the version function of a table whose records consist only of their rendered text. */
export const recordVersion = (table: string): Version => {
  const lock = composed(
    `lock_version_of_${table}`,
    { id: text },
    `select record from ${table} where organization_id = :organization and id = :id for update`,
    rows<{ record: string }>,
  )
  return async ({ tx }, id) => {
    const [row] = await tx.query(lock, { id })
    return row && { etag: etagOf(row.record), resourceId: id }
  }
}
