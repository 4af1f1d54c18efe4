import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { signInFirst } from '#http/sentences.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { mailFactorProof } from '#src/features/access/factor-proof.ts'
import { lockSignIn } from '#src/features/access/lock-sign-in.ts'
import { newRecoveryCodes, recoveryDigest } from '#src/features/access/totp.ts'
import { algorithms, handleOf } from './begin-passkey.ts'
import { takeChallenge } from './ceremony.ts'
import { changeFactor } from './change-factor.ts'
import { type PasskeyHost, requirePasskeyHost } from './host.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { Passkey, PasskeyName, renderPasskey, requireOwnLogin } from './passkey.ts'
import { factorOf, passkeysOnly } from './placeholder-app.ts'
import { Base64Url, ClientData, CredentialId } from './prove-passkey.ts'
import { insertPasskey, listPasskeysOfLogin } from './queries.ts'

/** The maximum number of passkeys per login, more than anyone needs. */
const maxPasskeys = 20

const NewPasskey = Type.Object(
  {
    name: PasskeyName,
    id: CredentialId,
    clientDataJSON: ClientData,
    attestationObject: Base64Url(16_384),
  },
  { additionalProperties: false },
)

type Webauthn = Awaited<ReturnType<typeof loadWebauthn>>

/**
 * Whether a response contains no certificates, because no attestation was requested. The library would fetch revocation
 * lists from hosts that certificates name, so it must not read any.
 */
const isWithoutCertificates = (webauthn: Webauthn, attestationObject: string): boolean => {
  const decoded = webauthn.decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  return ['none', 'packed'].includes(decoded.get('fmt')) && decoded.get('attStmt').get('x5c') === undefined
}

const verifyPasskey = async (call: CommittingCall, { rpId, origin }: PasskeyHost, input: Static<typeof NewPasskey>) => {
  const { id, clientDataJSON, attestationObject } = input
  const challenge = await takeChallenge(call, call.actor.credentialId)
  if (challenge === undefined) return undefined
  const webauthn = await loadWebauthn()
  try {
    if (!isWithoutCertificates(webauthn, attestationObject)) return undefined
    const { registrationInfo } = await webauthn.verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo?.credential
  } catch {
    // The library throws for every fault, including bytes that it cannot read.
    return undefined
  }
}

export const addPasskey = commitEndpoint({
  name: 'addPasskey',
  summary:
    'Add the passkey that the browser created; with the first second factor, the response shows recovery codes, only once',
  tag: 'Account',
  enrols: true,
  method: 'POST',
  workspace: { path: '/account/passkeys', roles: [...roles] },
  confirm: true,
  status: 201,
  action: 'account.add_passkey',
  reason: false,
  secret: 'recoveryCodes',
  body: NewPasskey,
  response: Type.Object(
    {
      passkey: Passkey,
      recoveryCodes: Type.Optional(
        Type.Array(Type.String(), {
          description: 'Each code works once. Shown once; absent if a second factor existed before.',
        }),
      ),
    },
    { title: 'AddedPasskey' },
  ),
  errors: ['unprocessable'],
  async run(call, { body }) {
    const host = requirePasskeyHost(call)
    const { loginId } = await requireOwnLogin(call)
    const credential = await verifyPasskey(call, host, body)
    if (!credential)
      throw new Refusal(
        'unprocessable',
        sentence`passkey.challenge: The passkey does not match this request; start again.`,
      )
    return call.commit('', async ctx => {
      const { tx, actor, ids, now } = ctx
      const person = await lockSignIn(ctx, actor.id)
      const { login } = person
      if (login.id !== loginId) throw new Refusal('unauthorized', signInFirst)
      const passkeys = await tx.query(listPasskeysOfLogin, { loginId })
      if (passkeys.length >= maxPasskeys)
        throw new Refusal(
          'unprocessable',
          sentence`passkey.limit: You already have ${{ most: maxPasskeys }} passkeys; remove one first.`,
        )
      if (passkeys.some(({ credential_id }) => credential_id === credential.id))
        throw new Refusal('unprocessable', sentence`passkey.already_added: You already have this passkey.`)
      const isFirst = factorOf(login) === 'none'
      const recoveryCodes = isFirst ? newRecoveryCodes() : undefined
      const id = ids.next('psk', now)
      tx.write(insertPasskey, {
        loginId,
        id,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64'),
        userHandle: handleOf(loginId),
        rpId: host.rpId,
        name: body.name,
        signCount: credential.counter,
        createdAt: iso(now),
      })
      const loginChanges = recoveryCodes && {
        ...passkeysOnly(ctx, loginId),
        recovery_codes: recoveryCodes.map(recoveryDigest),
      }
      await changeFactor(ctx, person, 'account.add_passkey', `passkey ${id} added`, loginChanges)
      if (isFirst) await mailFactorProof(ctx, person.person, now)
      const [row] = (await tx.query(listPasskeysOfLogin, { loginId })).filter(passkey => passkey.id === id)
      if (!row) throw new Error(`the passkey ${id} was written and is missing`)
      return { passkey: renderPasskey(row, host.rpId), ...(recoveryCodes && { recoveryCodes }) }
    })
  },
})
