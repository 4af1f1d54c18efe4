import { type Static, Type } from 'typebox'
import { install } from '#db/database.ts'
import { asActor } from '#http/access.ts'
import { beginCall, change } from '#http/call.ts'
import type { CommittingCall } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { listMemberships } from '#src/features/access/logins/queries.ts'
import { takeChallenge } from './ceremony.ts'
import { passkeyHost } from './host.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { listPasskeysOfCredential, type PasskeyRow, recordPasskeyUse } from './queries.ts'

export const Base64Url = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]+$',
    patternMessage: sentence`field.base64url: must be base64url`,
  })

export const CredentialId = Base64Url(1400)
export const ClientData = Base64Url(4096)

/** The result of `navigator.credentials.get`, with bytes in base64url. */
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

/** The result of a check. `passkeys` has one row for each login that the passkey opens. */
export type ProvedPasskeys =
  | { readonly passkeys: readonly PasskeyRow[]; readonly isVerified: boolean }
  | { readonly failure: 'unknown' | 'cloned' | 'locked' }

const unknownPasskey = { failure: 'unknown' } as const

/** Records a security event for each person whose login the passkey opens, in every workspace. */
const recordClonedPasskey = async (call: CommittingCall, passkeys: readonly PasskeyRow[]): Promise<void> => {
  for (const { login_id: loginId, id: passkeyId } of passkeys)
    for (const membership of await call.db.readInstall(listMemberships, { loginId })) {
      const { organization_id: organizationId, subject_id: id } = membership
      const actor = asActor({ kind: 'person', id, organizationId })
      await call.db.transaction(organizationId, async tx => {
        const ctx = change(beginCall(call, actor, call.requestId), tx, 'account.lock_passkey', null)
        ctx.audit(id, { outcome: 'refused', detail: `${passkeyId}: its counter went back` })
        writeSecurityEvent(ctx, { type: 'passkeyCloned', context: { personId: id } })
      })
    }
}

const verifySignature = async (call: CommittingCall, challenge: string, proof: PasskeyProof, passkey: PasskeyRow) => {
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
      // The counter is compared later under a lock, which also detects a copy that signs at the same time.
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
      requireUserVerification: false,
    })
    return verified ? authenticationInfo : undefined
  } catch {
    // The library throws for every fault, including bytes that it cannot read.
    return undefined
  }
}

/**
 * Checks a passkey's signature over the challenge that this browser received, and records the passkey's counter. A
 * challenge works once. A counter that did not increase locks the passkey, because it indicates a copy (WebAuthn,
 * section 6.1.1).
 */
export const provePasskey = async (call: CommittingCall, proof: PasskeyProof): Promise<ProvedPasskeys> => {
  const { db, now } = call
  const challenge = await takeChallenge(call, 'prove')
  const rows = await db.readInstall(listPasskeysOfCredential, { credentialId: proof.id })
  const passkeys = rows.filter(({ user_handle }) => user_handle === proof.userHandle)
  const [first] = passkeys
  if (challenge === undefined || !first) return unknownPasskey
  const verified = await verifySignature(call, challenge, proof, first)
  if (!verified) return unknownPasskey
  const use = { credentialId: proof.id, signCount: verified.newCounter, now: iso(now) }
  const [row] = await db.transaction(install, tx => tx.query(recordPasskeyUse, use))
  const outcome = row?.outcome ?? 'gone'
  if (outcome === 'cloned') await recordClonedPasskey(call, passkeys)
  if (outcome === 'used') return { passkeys, isVerified: verified.userVerified }
  return { failure: outcome === 'gone' ? 'unknown' : outcome }
}
