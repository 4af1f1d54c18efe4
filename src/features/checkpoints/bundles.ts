import { readFile } from 'node:fs/promises'
import type { CoreServices } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { openSeal, sealValidity, signCades } from '#lib/cades.ts'
import type { GuardedFetch } from '#lib/guarded/fetch.ts'
import { signNote } from '#lib/note.ts'
import { sentence } from '#lib/sentence.ts'
import type { Bundles } from '#shared/bundles.ts'
import { getKeys, openSigner } from './keys.ts'
import { bundleKeyName } from './ledger-key.ts'
import { findKeys, findPublished } from './queries.ts'
import type { SignNeeds } from './sign-checkpoint.ts'
import { type Authority, requestTimeStamp } from './time-stamp.ts'

/** The PKCS#12 file of the organization's own seal, and the file with its password, if any. */
export interface SealFiles {
  readonly file: string
  readonly passwordFile?: string | undefined
}

interface Needs extends SignNeeds {
  readonly settings: Pick<CoreServices['settings'], 'url'>
  readonly fetch: GuardedFetch
  readonly authority?: Authority | undefined
  readonly eSeal?: SealFiles | undefined
}

const maxPublished = 1000

const sealUnusable = sentence`ledger.seal_unusable: The e-seal cannot be opened; ask the operator to check its file and password.`

const sealNotValid = {
  ended: sentence`ledger.seal_ended: The certificate of the e-seal has ended; ask the operator to install a new e-seal.`,
  'not yet': sentence`ledger.seal_early: The certificate of the e-seal is not valid yet; ask the operator to install another e-seal.`,
} as const

/** @throws Refusal if the e-seal cannot be opened or its certificate is not valid now */
const seal = async (
  { clock }: Pick<Needs, 'clock'>,
  { file, passwordFile }: SealFiles,
  bytes: Buffer,
): Promise<Buffer> => {
  try {
    const password = passwordFile ? (await readFile(passwordFile, 'utf8')).replace(/\r?\n$/, '') : ''
    const openedSeal = await openSeal(await readFile(file), password)
    const validity = sealValidity(openedSeal, clock.now())
    if (validity !== 'valid') throw new Refusal('unavailable', sealNotValid[validity])
    return await signCades(bytes, openedSeal, clock.now())
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('unavailable', sealUnusable, { error })
  }
}

/** Provides the keys, seals and published checkpoints that bundles need. */
export const createBundles = (needs: Needs): Bundles => {
  const { db, settings, authority, eSeal } = needs
  const bundleKeys = (organizationId: string) => {
    const name = bundleKeyName(settings.url, organizationId)
    return getKeys(needs, organizationId, { purpose: 'bundle', generation: null, name })
  }
  return {
    async published(organizationId, { generation, size }) {
      const rows = await db.read(organizationId, findPublished, { generation, most: size, limit: maxPublished })
      return rows.reverse().map(({ stamp, ...row }) => ({ ...row, ...(stamp && { timeStamp: stamp }) }))
    },
    async keys(organizationId, generation) {
      const [checkpoint, bundle] = await Promise.all([
        db.read(organizationId, findKeys, { purpose: 'checkpoint', generation }),
        bundleKeys(organizationId),
      ])
      return [...checkpoint, ...bundle]
        .toSorted((a, b) => a.since.getTime() - b.since.getTime())
        .map(({ vkey }) => vkey)
    },
    async sign(organizationId, text) {
      const current = (await bundleKeys(organizationId)).findLast(({ until }) => until === null)
      if (!current) throw new Error('no key for bundles exists')
      return signNote(text, [await openSigner(needs, organizationId, current)])
    },
    seal: async bytes => eSeal && (await seal(needs, eSeal, bytes)),
    timeStamp: async bytes => authority && (await requestTimeStamp(needs, authority, bytes)),
  }
}
