import { createPrivateKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import * as oidc from 'openid-client'
import type { Call, Change } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { StoredProvider } from './identity-provider.ts'
import { assertionAlgorithm, authenticateBySecret, type Metadata } from './metadata.ts'
import { findClientKeys, type IdentityProviderRow, insertClientKey } from './queries.ts'

/** The binding under which a client secret is sealed. */
export const clientSecretBinding = (organization: string, record: string) =>
  ({ organization, record, field: 'clientSecret' }) as const

const keyBinding = (organization: string, record: string) => ({ organization, record, field: 'privateKey' }) as const

const generatePair = promisify(generateKeyPair)

/**
 * Creates and publishes an RSA key pair that signs from `signsFrom`, in milliseconds. Every provider supports RSA;
 * 3,072 bits give 128 bits of security.
 */
export const addClientKey = async (ctx: Change, signsFrom: number): Promise<string> => {
  const { tx, ids, now, sealer, organizationId } = ctx
  const id = ids.next('sok', now)
  const { publicKey, privateKey } = await generatePair('rsa', { modulusLength: 3072 })
  tx.write(insertClientKey, {
    id,
    publicKey: JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid: id, use: 'sig' }),
    privateKey: sealer.seal(
      String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      keyBinding(organizationId, id),
    ),
    createdAt: iso(now),
    signsFrom: iso(signsFrom),
  })
  return id
}

/** Creates the first key of a workspace, unless it has one. */
export const requireClientKey = async (ctx: Change): Promise<void> => {
  const { tx, now } = ctx
  const keys = await tx.query(findClientKeys, { now: iso(now) })
  if (keys.length === 0) await addClientKey(ctx, now)
}

const withAudience = (audience: string): oidc.ModifyAssertionOptions => ({
  [oidc.modifyAssertion]: (_header, payload) => {
    payload.aud = audience
  },
})

/** Authenticates with the newest key that may sign already. */
const authenticateByKey = async (
  { db, sealer, now }: Pick<Call, 'db' | 'sealer' | 'now'>,
  organizationId: string,
  metadata: Metadata,
  toTokenEndpoint: boolean,
): Promise<oidc.ClientAuth> => {
  const keys = await db.read(organizationId, findClientKeys, { now: iso(now) })
  const key = keys.findLast(({ signs_from }) => signs_from.getTime() <= now)
  if (!key) throw new Error('a workspace with private_key_jwt has no key')
  const name = assertionAlgorithm(metadata) === 'PS256' ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5'
  const privateKey = createPrivateKey(sealer.open(key.private_key, keyBinding(organizationId, key.id)))
  const signingKey = privateKey.toCryptoKey({ name, hash: 'SHA-256' }, false, ['sign'])
  return oidc.PrivateKeyJwt(
    { key: signingKey, kid: key.id },
    toTokenEndpoint ? withAudience(metadata.token_endpoint) : undefined,
  )
}

/** Returns the method with which the workspace authenticates as the client at the provider. */
export const findClientAuthentication = async (
  call: Pick<Call, 'db' | 'sealer' | 'now'>,
  organizationId: string,
  row: IdentityProviderRow,
): Promise<oidc.ClientAuth> => {
  const metadata: Metadata = JSON.parse(row.metadata)
  const { clientAuthentication, assertionAudience } = readRecord(StoredProvider, row.record)
  if (clientAuthentication === 'private_key_jwt')
    return authenticateByKey(call, organizationId, metadata, assertionAudience === 'token_endpoint')
  return authenticateBySecret(
    metadata,
    call.sealer.open(row.client_secret, clientSecretBinding(organizationId, row.id)),
  )
}
