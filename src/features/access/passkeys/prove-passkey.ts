import { type Static, Type } from 'typebox'
import { install } from '#db/database.ts'
import { asActor } from '#http/access.ts'
import { beginCall, change } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { membershipsOf } from '#src/features/access/logins/queries.ts'
import { takeChallenge } from './ceremony.ts'
import { passkeyHost } from './host.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { countUse, type PasskeyRow, passkeysWith } from './queries.ts'

export const Base64Url = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]+$',
    asks: sentence`field.base64url: must be base64url`,
  })

export const CredentialId = Base64Url(1400)
export const ClientData = Base64Url(4096)

/** The result of `navigator.credentials.get`, its bytes in base64url. */
export const PasskeyProof = Type.Object(
  {
    id: CredentialId,
    clientDataJSON: ClientData,
    authenticatorData: Base64Url(4096),
    signature: Base64Url(2048),
    userHandle: Base64Url(128),
  },
  { title: 'PasskeyProof', additionalProperties: false },
)

export type PasskeyProof = Static<typeof PasskeyProof>

/** `passkeys`: one for each login that it opens. */
export type ProvedPasskeys =
  | { readonly passkeys: readonly PasskeyRow[]; readonly isVerified: boolean }
  | { readonly refused: 'unknown' | 'cloned' | 'locked' }

const unknown = { refused: 'unknown' } as const

/** Notifies the people of each login that it opens, in each workspace, regardless of which copy was used. */
const noteCloned = async (call: CommittingCall, passkeys: readonly PasskeyRow[]): Promise<void> => {
  for (const { login_id: loginId, id: passkeyId } of passkeys)
    for (const at of await call.db.readInstall(membershipsOf, { loginId })) {
      const { organization_id: organizationId, subject_id: id } = at
      const actor = asActor({ kind: 'person', id, organizationId })
      await call.db.transaction(organizationId, async tx => {
        const ctx = change(beginCall(call, actor, call.requestId), tx, 'account.lock_passkey', null)
        ctx.audit(id, { outcome: 'refused', detail: `${passkeyId}: its counter went back` })
        writeSecurityEvent(ctx, { type: 'passkeyCloned', context: { personId: id } })
      })
    }
}

const verify = async (call: CommittingCall, challenge: string, proof: PasskeyProof, known: PasskeyRow) => {
  const { id, clientDataJSON, authenticatorData, signature, userHandle } = proof
  const { rpId, origin } = passkeyHost(call)
  const { verifyAuthenticationResponse } = await loadWebauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature, userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The counter is compared under a lock, which also catches a copy that signs at the same moment.
      credential: { id, publicKey: new Uint8Array(known.public_key), counter: 0 },
      requireUserVerification: false,
    })
    return verified ? authenticationInfo : undefined
  } catch {
    // The library throws for every fault, also for bytes that it cannot read.
    return undefined
  }
}

/**
 * Checks the signature of a passkey over the challenge that this browser was given, and records its counter. A
 * challenge works once. A counter that did not advance locks the passkey, because it indicates a copy (WebAuthn,
 * section 6.1.1).
 */
export const provePasskey = async (call: CommittingCall, proof: PasskeyProof): Promise<ProvedPasskeys> => {
  const { db, now } = call
  const challenge = await takeChallenge(call, 'prove')
  const found = await db.readInstall(passkeysWith, { credentialId: proof.id })
  const passkeys = found.filter(({ user_handle }) => user_handle === proof.userHandle)
  const [known] = passkeys
  if (challenge === undefined || !known) return unknown
  const verified = await verify(call, challenge, proof, known)
  if (!verified) return unknown
  const used = { credentialId: proof.id, signCount: verified.newCounter, now: iso(now) }
  const [counted] = await db.transaction(install, tx => tx.query(countUse, used))
  const outcome = counted?.outcome ?? 'gone'
  if (outcome === 'cloned') await noteCloned(call, passkeys)
  if (outcome === 'used') return { passkeys, isVerified: verified.userVerified }
  return { refused: outcome === 'gone' ? 'unknown' : outcome }
}
