import { Type } from 'typebox'
import { statement, text } from '#db/statement.ts'
import { beginCall, change } from '#http/call.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { type ErrorId, Refusal } from '#http/errors.ts'
import { newCredential } from '#http/identity.ts'
import { hour, iso, second } from '#lib/clock.ts'
import { delayFailure } from '#lib/delay-failure.ts'
import { verifyGeneratedSecret } from '#lib/generated-secret.ts'
import { pretendToVerify, verifyPassword } from '#lib/password.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { attemptToken } from './attempts.ts'
import { findClient as findName } from './logins/queries.ts'
import { rememberProof, wasProven } from './proven-secrets.ts'
import { findServiceAccount, insertAccessToken } from './queries.ts'

const lifetime = hour

const TokenRequest = Type.Object(
  {
    grant_type: Type.String({ description: 'client_credentials' }),
    client_id: Type.Optional(Type.String({ maxLength: 320 })),
    client_secret: Type.Optional(Type.String({ maxLength: 1024 })),
    scope: Type.Optional(
      Type.String({ maxLength: 2000, description: 'Scopes separated by spaces, to limit the token to them.' }),
    ),
  },
  { title: 'TokenRequest', additionalProperties: true },
)

const TokenResponse = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Enum(['Bearer']),
    expires_in: Type.Integer({ description: 'Seconds.' }),
    scope: Type.String({ description: 'Granted scopes, separated by spaces.' }),
  },
  { title: 'TokenResponse' },
)

const basicChallenge = { 'www-authenticate': 'Basic realm="probata"' }

const refusalFor = (id: ErrorId, message: Sentence): Refusal =>
  new Refusal(id, message, id === 'invalid_client' ? { headers: basicChallenge } : {})

interface Credentials {
  readonly id: string
  readonly secret: string
}

// RFC 6749 appendix A.1 and A.2, with the length limits of the body's fields.
const isCredentials = ({ id, secret }: Credentials): boolean =>
  /^[\x20-\x7e]{1,320}$/.test(id) && /^[\x20-\x7e]{1,1024}$/.test(secret)

const formDecode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

// client_secret_basic (RFC 6749 section 2.3.1): both parts are form-encoded before base64.
const readBasic = (header: string): Credentials => {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header) ?? []
  const [id, secret] = Buffer.from(encoded ?? '', 'base64')
    .toString('utf8')
    .split(/:(.*)/s)
  try {
    const credentials = { id: formDecode(id ?? ''), secret: formDecode(secret ?? '') }
    if (isCredentials(credentials)) return credentials
  } catch {
    // A stray percent sign makes the credentials invalid.
  }
  throw refusalFor(
    'invalid_client',
    sentence`token.no_basic_credentials: The Authorization header must hold a client id and a secret.`,
  )
}

type Body = { client_id?: string; client_secret?: string }

const readCredentials = (authorization: string | undefined, { client_id, client_secret }: Body): Credentials => {
  if (authorization === undefined) {
    if (client_id && client_secret) return { id: client_id, secret: client_secret }
    throw refusalFor('invalid_client', sentence`token.credentials_required: Client credentials are required.`)
  }
  const basic = readBasic(authorization)
  if (client_secret !== undefined || (client_id !== undefined && client_id !== basic.id))
    throw refusalFor(
      'invalid_request',
      sentence`token.two_authentications: The client authenticates in two ways at once; use one of them.`,
    )
  return basic
}

const findClient = async ({ db }: CommittingCall, id: string) => {
  const [name] = await db.readInstall(findName, { clientId: id })
  if (!name) return undefined
  const { organization_id: organizationId, subject_id: accountId } = name
  const [account] = await db.read(organizationId, findServiceAccount, { id: accountId })
  return account && { organizationId, accountId, ...account }
}

/** Locks the account while a token is issued. A change of the secret waits for the lock, and then revokes the token. */
const shareLockServiceAccount = statement(
  'share_lock_service_account',
  { id: text },
  'select secret_hash, disabled from service_account where organization_id = :organization and id = :id for share',
)

const unknownClient = () =>
  refusalFor(
    'invalid_client',
    sentence`token.unknown_client: The client is unknown, its secret is wrong, or it is disabled.`,
  )

/**
 * Throws unless the secret is correct. Only a secret that an operator chose and that was not proved from this address
 * before costs a hash and an attempt.
 */
const prove = async (call: CommittingCall, { id, secret }: Credentials, stored: string | undefined): Promise<void> => {
  const { address } = call.incoming
  const matchesGenerated = stored === undefined ? undefined : verifyGeneratedSecret(secret, stored)
  if (matchesGenerated || (stored !== undefined && wasProven(id, address, secret, stored))) return
  const { run, mayHash, rank } = await attemptToken(call, id)
  await run(async () => {
    const hash = matchesGenerated === undefined && stored !== undefined && (await mayHash()) ? stored : undefined
    if (hash === undefined) await pretendToVerify(rank)
    if (hash === undefined || !(await verifyPassword(secret, hash, rank))) throw unknownClient()
    rememberProof(id, address, secret, hash)
  })
}

const authenticate = async (call: CommittingCall, credentials: Credentials) => {
  const account = await findClient(call, credentials.id)
  await prove(call, credentials, account?.secret_hash)
  if (account && !account.disabled) return account
  throw unknownClient()
}

/** Charges the account's own bucket, which other callers' attempts never use. */
const chargeIssuance = async (call: CommittingCall, accountId: string): Promise<void> => {
  const verdict = await call.limiter.consume([{ bucket: 'token-issuance', key: accountId }])
  for (const [name, value] of Object.entries(verdict.headers)) call.setHeader(name, value)
  if (!verdict.allowed)
    throw new Refusal(
      'rate_limited',
      sentence`token.too_many_requests: Too many token requests; reuse the token that you have.`,
    )
}

const grantScopes = (allowed: readonly string[], requested: string | undefined): readonly string[] => {
  if (requested === undefined || requested.trim() === '') return allowed
  const requestedScopes = [...new Set(requested.trim().split(/ +/))]
  if (requestedScopes.every(scope => allowed.includes(scope))) return requestedScopes
  throw refusalFor(
    'invalid_scope',
    sentence`token.scope_not_held: The client does not have every scope that it requests.`,
  )
}

/** The token endpoint of RFC 6749 (sections 2.3.1, 4.4 and 5). */
export const issueToken = commitEndpoint({
  name: 'issueToken',
  summary: 'Issue an access token to a service account (OAuth 2.0 client credentials)',
  tag: 'Token',
  method: 'POST',
  v1: { path: '/auth/token', scope: 'public' },
  status: 200,
  action: 'access_token.issue',
  reason: false,
  accepts: 'form',
  oauth: true,
  body: TokenRequest,
  response: TokenResponse,
  errors: ['invalid_client', 'unsupported_grant_type', 'invalid_scope'],
  async run(call, { body }) {
    const credentials = readCredentials(call.incoming.authorization, body)
    if (body.grant_type !== 'client_credentials')
      throw refusalFor(
        'unsupported_grant_type',
        sentence`token.grant_type: Only the grant client_credentials is supported.`,
      )
    const client = await delayFailure(() => authenticate(call, credentials))
    const { organizationId, accountId, scopes } = client
    await chargeIssuance(call, accountId)
    const grantedScopes = grantScopes(scopes, body.scope)
    const token = newCredential('token', organizationId)
    const id = call.ids.next('tok', call.now)
    const actor = {
      kind: 'service_account',
      id: accountId,
      credentialId: id,
      organizationId,
      scopes: grantedScopes,
    } as const
    const accountCall = beginCall(call, actor, call.requestId)
    await call.db.transaction(organizationId, async tx => {
      // The secret may have been replaced while it was being checked.
      const [account] = await tx.query(shareLockServiceAccount, { id: accountId })
      if (account?.secret_hash !== client.secret_hash || account.disabled) throw unknownClient()
      const expiresAt = iso(call.now + lifetime)
      tx.write(insertAccessToken, {
        tokenSha256: token.sha256,
        id,
        serviceAccountId: accountId,
        scopes: [...grantedScopes],
        createdAt: iso(call.now),
        expiresAt,
      })
      change(accountCall, tx, 'access_token.issue', null).audit(id, { detail: grantedScopes.join(' ') })
    })
    return {
      access_token: token.text,
      token_type: 'Bearer' as const,
      expires_in: lifetime / second,
      scope: grantedScopes.join(' '),
    }
  },
})
