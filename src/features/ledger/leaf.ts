import canonicalize from 'canonicalize'
import { disclosureDigest, disclosureOf, saltBytes } from '#lib/disclosure.ts'
import { leafHash } from '#lib/merkle.ts'

/** Fields of an audit row whose value can be erased, in the order of their bits and salts. Only ever appended to. */
export const erasableFields = ['reason', 'detail', 'beforeDigest', 'afterDigest', 'contentDigest'] as const

export type ErasableField = (typeof erasableFields)[number]

/** A digest of a record of a person confirms a guess of what was in it, such as an address. */
const personal = ['prs', 'inv', 'ses', 'idp', 'lgn']

const erasable = new Set<string>(erasableFields)
const always: ReadonlySet<string> = new Set(['reason', 'detail'])

const isErasable = (field: string): field is ErasableField => erasable.has(field)

/** An audit row as it is stored; new fields become part of the leaf by themselves. */
export type AuditRecord = Readonly<Record<string, unknown>>

/** Rows of one of these have all erasable fields by digest, others only words. */
const isPersonal = (record: AuditRecord): boolean =>
  typeof record.resourceId === 'string' && personal.includes(record.resourceId.split('_', 1)[0] ?? '')

/** The fields that a new leaf holds by digest, in their order. */
const saltedFields = (record: AuditRecord): readonly ErasableField[] => {
  const all = isPersonal(record)
  return erasableFields.filter(field => (all || always.has(field)) && typeof record[field] === 'string')
}

/** Salts as they are stored: a bit for each field that has one, then the salts in the order of the bits. */
export type Salts = ReadonlyMap<ErasableField, Buffer>

export const packSalts = (salts: Salts): Buffer => {
  const fields = erasableFields.filter(field => salts.has(field))
  const bits = fields.reduce((sum, field) => sum + 2 ** erasableFields.indexOf(field), 0)
  return Buffer.concat([Buffer.of(bits), ...fields.map(field => salts.get(field) ?? Buffer.alloc(saltBytes))])
}

/** @throws RangeError on bytes that packSalts() does not make. */
export const unpackSalts = (packed: Buffer): Salts => {
  const bits = packed[0] ?? 0
  const fields = erasableFields.filter((_, i) => Math.floor(bits / 2 ** i) % 2 === 1)
  if (bits >= 2 ** erasableFields.length || packed.length !== 1 + saltBytes * fields.length)
    throw new RangeError('these are no salts')
  return new Map(fields.map((field, i) => [field, packed.subarray(1 + saltBytes * i, 1 + saltBytes * (i + 1))]))
}

/** Salts for a row that is being sealed. */
export const drawSalts = (record: AuditRecord, random: (bytes: number) => Buffer): Salts =>
  new Map(saltedFields(record).map(field => [field, random(saltBytes)]))

/** Members in the order of RFC 8785; `canonicalize` takes 12.6 µs for a row, of which most is known beforehand. */
const flat = (members: readonly Member[]): string =>
  `{${members
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}:${scalarText(value)}`)
    .join(',')}}`

// Pairs, not an object: a member that somebody called __proto__ counts like any other.
type Member = readonly [name: string, value: unknown]

const scalarText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? (canonicalize(value) ?? 'null') : JSON.stringify(value)

export interface Leaf {
  /** RFC 8785 JSON: what is hashed. */
  readonly text: string
  readonly hash: Buffer
  /** What opens the digests of the fields that are still there. */
  readonly disclosures: readonly string[]
  /** By field, what stands for its value. */
  readonly digests: ReadonlyMap<string, string>
}

/**
 * The leaf of a stored row: `{"digests":{…},"event":{…},"v":1}`. A field with a salt stands in `digests`, as does an
 * erased one with the digest that was kept of it; every other field stands in `event`. No field can be in both, and a
 * field that has lost its value without having been erased gives another leaf.
 */
export const leafOf = (record: AuditRecord, salts: Salts, erased: ReadonlyMap<string, string> = new Map()): Leaf => {
  const event: Member[] = []
  const digests = new Map<string, string>()
  const disclosures: string[] = []
  for (const field in record) {
    const value = record[field]
    const salt = isErasable(field) ? salts.get(field) : undefined
    const kept = erased.get(field)
    if (salt && value !== null) {
      const disclosure = disclosureOf(salt, field, value)
      digests.set(field, disclosureDigest(disclosure))
      disclosures.push(disclosure)
    } else if (kept !== undefined && value === null) digests.set(field, kept)
    else event.push([field, value])
  }
  const text = `{"digests":${flat([...digests])},"event":${flat(event)},"v":1}`
  return { text, hash: leafHash(Buffer.from(text)), disclosures, digests }
}
