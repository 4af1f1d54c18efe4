import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { addressKey } from '#lib/address-key.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { organizationAt, WorkspaceParams } from './client-metadata.ts'
import { findClientKeys } from './queries.ts'

const Key = Type.Object(
  {
    kty: Type.String(),
    kid: Type.String(),
    use: Type.String(),
    n: Type.String(),
    e: Type.String(),
  },
  { title: 'ClientPublicKey' },
)

/**
 * The provider verifies assertions with these keys. A workspace without keys returns the same 404 as an unknown
 * workspace.
 */
export const getClientKeys = readEndpoint({
  name: 'getClientKeys',
  summary: 'Get the public keys with which a workspace authenticates as a client at its identity provider (RFC 7517)',
  tag: 'Session',
  workspace: { path: '/session/client-keys/{workspace}', roles: 'public' },
  params: WorkspaceParams,
  response: Type.Object({ keys: Type.Array(Key) }, { title: 'ClientKeySet' }),
  errors: ['not_found', 'rate_limited'],
  async run({ db, limiter, now }, { params: { workspace }, address = '' }) {
    const { allowed, headers } = await limiter.consume([{ bucket: 'client-keys-address', key: addressKey(address) }])
    if (!allowed)
      throw new Refusal(
        'rate_limited',
        sentence`sign_in.too_many_key_requests: Too many requests for keys; wait a minute.`,
        { headers },
      )
    const organizationId = organizationAt(workspace)
    const rows = organizationId === undefined ? [] : await db.read(organizationId, findClientKeys, { now: iso(now) })
    if (rows.length === 0) throw notFound('key')
    return { keys: rows.map(({ public_key }) => JSON.parse(public_key)) }
  },
})
