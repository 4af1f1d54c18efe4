import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Sealer } from '#lib/sealed.ts'

/** Names the daily digest where a link otherwise names a kind. */
export const everyDigest = 'digest'

/** The person and the mails that a link is about. */
export interface Unsubscription {
  readonly organizationId: string
  readonly personId: string
  /** The kind of notification whose mails stop, or `digest`. */
  readonly what: string
}

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

const tokenPattern = /^([0-9A-HJKMNP-TV-Z]{26})_([A-Za-z0-9_-]{40,160})$/
const contentPattern = /^(prs_[0-9A-HJKMNP-TV-Z]{26}) ([a-z_]{1,60})$/

/** The key opens nothing else, and is another one in each workspace. */
const keyOf = (sealer: Sealer, organization: string): Buffer =>
  sealer.keyFor({ organization, record: 'notification mail', field: 'unsubscribe' })

/**
 * The token of the link that stops a person's mails. It is sealed, so it names no one, and no other endpoint accepts it. It
 * turns mail off and never on, and has no end, because people unsubscribe from old mails too. Shorter than a value of
 * the sealer, since it is part of an address.
 */
export const unsubscribeToken = (sealer: Sealer, { organizationId, personId, what }: Unsubscription): string => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(sealer, organizationId), nonce, { authTagLength: tagBytes })
  const box = Buffer.concat([nonce, cipher.update(`${personId} ${what}`), cipher.final(), cipher.getAuthTag()])
  return `${organizationId.slice('org_'.length)}_${box.toString('base64url')}`
}

const open = (key: Buffer, box: Buffer): string | undefined => {
  try {
    const decipher = createDecipheriv(algorithm, key, box.subarray(0, nonceBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(box.subarray(-tagBytes))
    return decipher.update(box.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/** Undefined for a token that this install did not make. */
export const readUnsubscribeToken = (sealer: Sealer, token: string): Unsubscription | undefined => {
  const [, suffix, sealed = ''] = tokenPattern.exec(token) ?? []
  if (suffix === undefined) return undefined
  const organizationId = `org_${suffix}`
  const content = open(keyOf(sealer, organizationId), Buffer.from(sealed, 'base64url')) ?? ''
  const [, personId, what] = contentPattern.exec(content) ?? []
  return personId === undefined || what === undefined ? undefined : { organizationId, personId, what }
}
