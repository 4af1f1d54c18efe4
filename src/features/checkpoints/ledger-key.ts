import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { renderer } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { type NoteSigner, parseVkey, vkeyOf } from '#lib/note.ts'
import type { Sealer } from '#lib/sealed.ts'

/**
 * The purposes of ledger keys. Keys of different purposes have different names, so a signature for one purpose cannot
 * pass for the other.
 */
export const keyPurposes = Object.freeze(['checkpoint', 'bundle'] as const)

export type KeyPurpose = (typeof keyPurposes)[number]

/** The public part of a key that signs checkpoints or bundles; the private part never leaves the install. */
export const LedgerKey = Type.Object(
  {
    id: Id('lgk'),
    purpose: Type.Enum([...keyPurposes]),
    generation: Nullable(
      Type.Integer({ description: 'The generation of the tree whose checkpoints the key signs; null for bundles.' }),
    ),
    vkey: Type.String({ description: 'Verifier key of C2SP signed notes: name, id and public key.' }),
    since: Timestamp,
    until: Nullable(Timestamp),
  },
  { title: 'LedgerKey' },
)

export type LedgerKey = Static<typeof LedgerKey>

export const renderKey = renderer(LedgerKey)

export interface KeyRow {
  id: string
  purpose: KeyPurpose
  generation: number | null
  vkey: string
  sealed: string
  since: Date
  until: Date | null
}

export const toLedgerKey = ({ sealed: _, since, until, ...row }: KeyRow): LedgerKey => ({
  ...row,
  since: iso(since.getTime()),
  until: until && iso(until.getTime()),
})

/** Returns the name of an organization's bundle keys. */
export const bundleKeyName = (url: string, organizationId: string): string =>
  `${new URL(url).host}/ledger/${organizationId}/bundles`

const binding = (organization: string, record: string) => ({ organization, record, field: 'ledger-key' })

/** Creates an Ed25519 key with a name, and seals its private part. */
export const generateKey = (sealer: Sealer, organizationId: string, { id, name }: { id: string; name: string }) => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
  const sealed = sealer.seal(pkcs8.toString('base64'), binding(organizationId, id))
  pkcs8.fill(0)
  return { vkey: vkeyOf(name, privateKey), sealed }
}

/** Decrypts a key's signer. @throws SealedError if the master key has changed */
export const unsealSigner = (
  sealer: Sealer,
  organizationId: string,
  { id, vkey, sealed }: Pick<KeyRow, 'id' | 'vkey' | 'sealed'>,
): NoteSigner => {
  const key = Buffer.from(sealer.open(sealed, binding(organizationId, id)), 'base64')
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  key.fill(0)
  return { name: parseVkey(vkey).name, privateKey }
}
