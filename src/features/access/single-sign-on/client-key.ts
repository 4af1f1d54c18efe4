import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { hour, iso } from '#lib/clock.ts'
import type { ClientKeyRow } from './queries.ts'

/** How long a new key is published before it signs, so that the provider can read the keys again. */
export const publishedBeforeUse = hour

/** How long the previous key stays published after a new key signs, for its last signatures. */
export const publishedAfterUse = 24 * hour

/**
 * A key pair with which a workspace authenticates as the client at its provider (RFC 7523), without the private key.
 */
export const ClientKey = Type.Object(
  {
    id: Id('sok'),
    createdAt: Timestamp,
    signsFrom: Timestamp,
    publishedUntil: Nullable(Timestamp),
  },
  { title: 'ClientKey' },
)

export const toClientKey = (row: ClientKeyRow): Static<typeof ClientKey> => ({
  id: row.id,
  createdAt: iso(row.created_at.getTime()),
  signsFrom: iso(row.signs_from.getTime()),
  publishedUntil: row.published_until && iso(row.published_until.getTime()),
})
