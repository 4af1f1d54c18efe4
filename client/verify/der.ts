/** Reads just enough DER (X.690) to find the data that a time-stamp or a signature covers. */
import { fromUtf8, toHex } from './bytes.ts'

export interface Der {
  readonly tag: number
  readonly content: Uint8Array
}

const tags = { octets: 0x04, identifier: 0x06, sequence: 0x30, set: 0x31, first: 0xa0, time: 0x18 } as const

/** Parses consecutive DER values; undefined if the bytes are malformed. */
const readDer = (bytes: Uint8Array): readonly Der[] | undefined => {
  const values: Der[] = []
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2)
    const lengthBytes = first > 0x80 ? first & 0x7f : 0
    if (first === 0x80 || lengthBytes > 4) return undefined
    const start = at + 2 + lengthBytes
    const length = lengthBytes === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0)
    if (start + length > bytes.length) return undefined
    values.push({ tag, content: bytes.subarray(start, start + length) })
    at = start + length
  }
  return values
}

const childrenOf = (value: Der | undefined, tag: number): readonly Der[] =>
  (value?.tag === tag ? readDer(value.content) : undefined) ?? []

const oid = (value: Der | undefined): string => (value?.tag === tags.identifier ? toHex(value.content) : '')

const signedData = '2a864886f70d010702'
const timeStampInfo = '2a864886f70d0109100104'
const messageDigest = '2a864886f70d010904'

/** Returns the members of a SignedData (RFC 5652 section 5.1). */
const membersOf = (bytes: Uint8Array): readonly Der[] => {
  const [type, explicit] = childrenOf(readDer(bytes)?.[0], tags.sequence)
  return oid(type) === signedData ? childrenOf(childrenOf(explicit, tags.first)[0], tags.sequence) : []
}

const timeForm = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/

/** Reads the digest (hexadecimal) and the time in a time-stamp token (RFC 3161 section 2.4.2). */
export const readStamp = (bytes: Uint8Array): { digest: string; time: string } | undefined => {
  const [, , encapsulated] = membersOf(bytes)
  const [type, explicit] = childrenOf(encapsulated, tags.sequence)
  const [octets] = childrenOf(explicit, tags.first)
  if (oid(type) !== timeStampInfo || octets?.tag !== tags.octets) return undefined
  const [, , imprint, , time] = childrenOf(readDer(octets.content)?.[0], tags.sequence)
  const [, digest] = childrenOf(imprint, tags.sequence)
  const [, year, month, day, hour, minute, second] = timeForm.exec((time && fromUtf8(time.content)) ?? '') ?? []
  if (digest?.tag !== tags.octets || time?.tag !== tags.time || year === undefined) return undefined
  return { digest: toHex(digest.content), time: `${year}-${month}-${day}T${hour}:${minute}:${second}Z` }
}

/** Reads the digest (hexadecimal) of the data that a detached signature covers (RFC 5652 section 11.2). */
export const readSealed = (bytes: Uint8Array): string | undefined => {
  const [signer] = childrenOf(membersOf(bytes).at(-1), tags.set)
  const attributes = childrenOf(signer, tags.sequence).find(({ tag }) => tag === tags.first)
  for (const attribute of childrenOf(attributes, tags.first)) {
    const [type, values] = childrenOf(attribute, tags.sequence)
    const [value] = childrenOf(values, tags.set)
    if (oid(type) === messageDigest && value?.tag === tags.octets) return toHex(value.content)
  }
  return undefined
}
