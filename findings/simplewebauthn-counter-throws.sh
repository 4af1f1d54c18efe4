#!/bin/sh
# Surprising: verifyAuthenticationResponse of @simplewebauthn/server rejects in two ways. A wrong signature resolves to `verified: false`; a correct signature whose counter did not advance, which indicates a copy of the authenticator, rejects with a plain Error. Only its English message distinguishes it from a wrong origin or challenge, and the message says "lower" even if the counter is equal.
# WebAuthn Level 3, section 7.2 step 22, leaves the reaction to the relying party: it may accept such a counter, or raise its risk score. With the rejection it gets neither the new counter nor the flags.
# Affects: servers that lock a copied passkey, or report one. Pass `counter: 0` and compare `authenticationInfo.newCounter` with the stored one, in the transaction that stores it.
# Version: @simplewebauthn/server 14.0.3.
# Source: https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion; https://www.npmjs.com/package/@simplewebauthn/server/v/14.0.3
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @simplewebauthn/server@14.0.3
cat > verify.mjs <<'JS'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = data => createHash('sha256').update(data).digest()
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x, y } = publicKey.export({ format: 'jwk' })
const bytes = text => new Uint8Array(Buffer.from(text, 'base64url'))
const cose = isoCBOR.encode(new Map([[1, 2], [3, -7], [-1, 1], [-2, bytes(x)], [-3, bytes(y)]]))
const id = Buffer.from('a credential').toString('base64url')
const [origin, rpID, challenge] = ['https://example.org', 'example.org', 'Y2hhbGxlbmdl']

/** A correct authenticator's answer: present, verified, with this counter. */
const respond = (counter, key = privateKey) => {
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }))
  const data = Buffer.concat([sha256(rpID), Buffer.from([0x05]), Buffer.alloc(4)])
  data.writeUInt32BE(counter, 33)
  const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), key)
  const encode = buffer => buffer.toString('base64url')
  const response = { authenticatorData: encode(data), clientDataJSON: encode(clientData), signature: encode(signature) }
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
}
const verify = async (what, response, counter) => {
  const credential = { id, publicKey: cose, counter }
  const options = { response, credential, expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID }
  await verifyAuthenticationResponse(options).then(
    ({ verified, authenticationInfo }) => console.log(what, 'verified', verified, authenticationInfo?.newCounter),
    error => console.log(what, error.constructor.name, error.code, error.message),
  )
}
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
await verify('advanced:', respond(8), 7)
await verify('wrong key:', respond(8, other), 7)
await verify('lower:', respond(6), 7)
await verify('equal:', respond(7), 7)
JS
node verify.mjs > out.txt
cat out.txt
grep -q '^advanced: verified true 8$' out.txt && grep -q '^wrong key: verified false' out.txt &&
  grep -q '^lower: Error undefined Response counter value 6 was lower than expected 7$' out.txt &&
  grep -q '^equal: Error undefined Response counter value 7 was lower than expected 7$' out.txt
# Seen on 2026-11-28:
#   advanced: verified true 8
#   wrong key: verified false 8
#   lower: Error undefined Response counter value 6 was lower than expected 7
#   equal: Error undefined Response counter value 7 was lower than expected 7
