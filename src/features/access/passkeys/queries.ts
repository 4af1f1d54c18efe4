import { narrows, nullable, number, type RowOf, statement, text } from '#db/statement.ts'

export type PasskeyRow = RowOf<typeof listPasskeysOfLogin>

/** The passkeys of a login, oldest first. */
export const listPasskeysOfLogin = statement(
  'passkeys_of_login',
  { loginId: text },
  'select * from passkeys_of(:loginId)',
)

/** The passkeys of a credential, one for each login that it opens. */
export const listPasskeysOfCredential = statement(
  'passkeys_with_credential',
  { credentialId: text },
  'select * from passkeys_with(:credentialId)',
)

/** `publicKey` is in base64. */
export const insertPasskey = statement(
  'insert_passkey',
  {
    loginId: text,
    id: text,
    credentialId: text,
    publicKey: text,
    userHandle: text,
    rpId: text,
    name: text,
    signCount: number,
    createdAt: text,
  },
  `select add_passkey(:loginId, :id, :credentialId, decode(:publicKey, 'base64'), :userHandle, :rpId, :name, :signCount, :createdAt)`,
)

export const renamePasskeyOf = statement(
  'rename_passkey',
  { loginId: text, id: text, name: text },
  'select rename_passkey(:loginId, :id, :name) as found',
)

export const removePasskeyOf = statement(
  'remove_passkey',
  { loginId: text, id: text },
  'select remove_passkey(:loginId, :id) as found',
)

/** Removes all passkeys of a login except one; all of them if the id is null. */
export const removeOtherPasskeys = statement(
  'remove_other_passkeys',
  { loginId: text, id: nullable(text) },
  'select * from remove_other_passkeys(:loginId, :id) as id',
)

/** `until` is when the challenge would expire. */
export const useChallenge = statement(
  'use_passkey_challenge',
  { challengeSha256: text, now: text, until: text },
  'select use_passkey_challenge(:challengeSha256, :now, :until) as first',
)

export const recordPasskeyUse = statement(
  'use_passkey',
  { credentialId: text, signCount: number, now: text },
  'select use_passkey(:credentialId, :signCount, :now) as outcome',
  narrows<{ outcome: 'used' | 'cloned' | 'locked' | 'gone' }>,
)
