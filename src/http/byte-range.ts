import type { ByteRange } from '#lib/object-store.ts'
import { sentence } from '#lib/sentence.ts'
import { Refusal } from './errors.ts'

/** The headers that request a range of bytes (RFC 9110 section 14.2). */
export interface RangeHeaders {
  readonly range?: string | undefined
  readonly ifRange?: string | undefined
}

/** The complete content. */
interface Content {
  readonly byteSize: number
  /** A strong tag: it identifies exactly these bytes. */
  readonly etag: string
}

const parseDigits = (text: string): number => Math.min(Number(text), Number.MAX_SAFE_INTEGER)

/**
 * Returns the range to send; undefined for all bytes. As RFC 9110 allows, it ignores multiple ranges, other units,
 * malformed headers, and an If-Range that does not match the entity tag. Throws a 416 if the range is beyond the end.
 */
export const selectRange = ({ range, ifRange }: RangeHeaders, { byteSize, etag }: Content): ByteRange | undefined => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(range?.replaceAll(/[ \t]/g, '') ?? '') ?? []
  if (first === undefined || last === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, byteSize - parseDigits(last)) : parseDigits(first)
  const end = first === '' || last === '' ? byteSize : Math.min(byteSize, parseDigits(last) + 1)
  if (first !== '' && last !== '' && parseDigits(last) < start) return undefined
  if (start < end) return { start, end }
  const headers = { 'content-range': `bytes */${byteSize}` }
  throw new Refusal(
    'range_not_satisfiable',
    sentence`file.range_outside: The file has ${{ byteSize }} bytes; the requested range is outside it.`,
    {
      headers,
    },
  )
}
