import type { ByteRange } from '#lib/object-store.ts'
import { Refusal } from './errors.ts'

/** The headers by which a part of some bytes is asked for (RFC 9110 section 14.2). */
export interface Wanted {
  readonly range?: string | undefined
  readonly ifRange?: string | undefined
}

/** What is there. */
interface Whole {
  readonly byteSize: number
  /** Strong: it names these bytes. */
  readonly etag: string
}

const digits = (text: string): number => Math.min(Number(text), Number.MAX_SAFE_INTEGER)

/**
 * The range that is to be sent; undefined for all bytes. Several ranges at once, other units and what cannot be read are
 * ignored, as RFC 9110 lets servers do; so is a range of other bytes than If-Range names. Throws a 416 where there are no
 * such bytes.
 */
export const rangeOf = ({ range, ifRange }: Wanted, { byteSize, etag }: Whole): ByteRange | undefined => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(range?.replaceAll(/[ \t]/g, '') ?? '') ?? []
  if (first === undefined || last === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, byteSize - digits(last)) : digits(first)
  const end = first === '' || last === '' ? byteSize : Math.min(byteSize, digits(last) + 1)
  if (first !== '' && last !== '' && digits(last) < start) return undefined
  if (start < end) return { start, end }
  const headers = { 'content-range': `bytes */${byteSize}` }
  throw new Refusal('range_not_satisfiable', `There are ${byteSize} bytes; none of those is asked for.`, { headers })
}
