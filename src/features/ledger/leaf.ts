import canonicalize from 'canonicalize'
import { disclosureDigest, disclosureOf, disclosureOfText, saltBytes } from '#lib/disclosure.ts'
import { leafHash } from '#lib/merkle.ts'
import { auditFields, type FieldTexts } from './field-texts.ts'

/**
 * The fields of an audit row whose value can be erased, in the order of their bits and salts. Only append to this list.
 */
export const erasableFields = ['reason', 'detail', 'beforeDigest', 'afterDigest', 'contentDigest'] as const

export type ErasableField = (typeof erasableFields)[number]

/**
 * The prefixes of personal records. The digest of such a record can confirm guesses about its contents, such as an
 * address or the words of a comment.
 */
const personalPrefixes = ['prs', 'inv', 'ses', 'idp', 'lgn', 'cmt']

const erasable = new Set<string>(erasableFields)
const freeTextFields: ReadonlySet<string> = new Set(['reason', 'detail'])

const isErasable = (field: string): field is ErasableField => erasable.has(field)

/** A stored audit row. New fields become part of the leaf automatically. */
export type AuditRecord = Readonly<Record<string, unknown>>

/** Whether the leaf of a row about this resource has digests instead of all erasable fields, not only of free text. */
const isPersonal = (resourceId: string): boolean => personalPrefixes.includes(resourceId.split('_', 1)[0] ?? '')

/** Returns the fields that a new leaf contains as digests, in order. */
const saltedFields = (isText: (field: ErasableField) => boolean, resourceId: unknown): readonly ErasableField[] => {
  const all = typeof resourceId === 'string' && isPersonal(resourceId)
  return erasableFields.filter(field => (all || freeTextFields.has(field)) && isText(field))
}

/** The salts by field. Packed: one byte with a bit for each field that has a salt, then the salts in bit order. */
export type Salts = ReadonlyMap<ErasableField, Buffer>

export const packSalts = (salts: Salts): Buffer => {
  const fields = erasableFields.filter(field => salts.has(field))
  const bits = fields.reduce((sum, field) => sum + 2 ** erasableFields.indexOf(field), 0)
  return Buffer.concat([Buffer.of(bits), ...fields.map(field => salts.get(field) ?? Buffer.alloc(saltBytes))])
}

/** @throws RangeError on bytes that packSalts() does not produce */
export const unpackSalts = (packed: Buffer): Salts => {
  const bits = packed[0] ?? 0
  const fields = erasableFields.filter((_, i) => Math.floor(bits / 2 ** i) % 2 === 1)
  if (bits >= 2 ** erasableFields.length || packed.length !== 1 + saltBytes * fields.length)
    throw new RangeError('the bytes are not packed salts')
  return new Map(fields.map((field, i) => [field, packed.subarray(1 + saltBytes * i, 1 + saltBytes * (i + 1))]))
}

/** Draws the salts of a row that will be sealed. */
export const drawSalts = (record: AuditRecord, random: (bytes: number) => Buffer): Salts =>
  new Map(
    saltedFields(field => typeof record[field] === 'string', record.resourceId).map(field => [
      field,
      random(saltBytes),
    ]),
  )

const isText = (text: string | undefined): text is string => text?.startsWith('"') === true

/** Draws the salts of a row that was read as texts. */
export const drawSaltsOfTexts = (texts: FieldTexts, random: (bytes: number) => Buffer): Salts => {
  const { resourceId } = texts
  const fields = saltedFields(field => isText(texts[field]), isText(resourceId) && resourceId.slice(1, -1))
  return new Map(fields.map(field => [field, random(saltBytes)]))
}

/**
 * Renders members in the order of RFC 8785, faster than `canonicalize`, which takes 12.6 µs per row.
 */
const renderMembers = (members: readonly Member[]): string =>
  `{${members
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${scalarText(value)}`)
    .join(',')}}`

// A pair instead of an object property, so that a member named __proto__ is like any other.
type Member = readonly [name: string, value: unknown]

const scalarText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? (canonicalize(value) ?? 'null') : JSON.stringify(value)

export interface Leaf {
  /** The RFC 8785 JSON that is hashed. */
  readonly text: string
  readonly hash: Buffer
  /** The disclosures of the hidden values. */
  readonly disclosures: readonly string[]
  /** The digest that replaces each hidden value, by field. */
  readonly digests: ReadonlyMap<string, string>
}

/**
 * Computes the leaf of a stored row: `{"digests":{…},"event":{…},"v":1}`. `digests` contains the fields with a salt,
 * and erased fields with their stored digests; `event` contains all others. A field that lost its value without an
 * erasure results in a different leaf.
 */
export const leafOf = (record: AuditRecord, salts: Salts, erased: ReadonlyMap<string, string> = new Map()): Leaf => {
  const event: Member[] = []
  const digests = new Map<string, string>()
  const disclosures: string[] = []
  for (const field in record) {
    const value = record[field]
    const salt = isErasable(field) ? salts.get(field) : undefined
    const storedDigest = erased.get(field)
    if (salt && value !== null) {
      const disclosure = disclosureOf(salt, field, value)
      digests.set(field, disclosureDigest(disclosure))
      disclosures.push(disclosure)
    } else if (storedDigest !== undefined && value === null) digests.set(field, storedDigest)
    else event.push([field, value])
  }
  const text = `{"digests":${renderMembers([...digests])},"event":${renderMembers(event)},"v":1}`
  return { text, hash: leafHash(text), disclosures, digests }
}

/** The members of a leaf in the order of RFC 8785. */
const members = auditFields.toSorted().map(name => ({ name, opening: `${JSON.stringify(name)}:` }))

/**
 * Computes the leaf hash of a row that was read as texts and has no erased field: the hash of leafOf(), 3 µs faster.
 */
export const hashTexts = (texts: FieldTexts, salts: Salts): Buffer => {
  let digests = ''
  let event = ''
  for (const { name, opening } of members) {
    const text = texts[name]
    if (text === undefined) continue
    const salt = isErasable(name) ? salts.get(name) : undefined
    if (salt && text !== 'null')
      digests += `${digests && ','}${opening}"${disclosureDigest(disclosureOfText(salt, name, text))}"`
    else event += `${event && ','}${opening}${text}`
  }
  return leafHash(`{"digests":{${digests}},"event":{${event}},"v":1}`)
}
