import { invalid } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'

/**
 * The maximum number of bytes in source, category and fingerprint: PostgreSQL limits an index entry to 2,704 bytes,
 * including two ids.
 */
const maxBytes = 2560

const tooLong = sentence`field.fingerprint_too_long: is too long together with its source and category: at most 2560 bytes in UTF-8`

interface NamedFingerprint {
  readonly path: Parameters<typeof invalid>[0]
  readonly fingerprint: string
}

/** Throws a 400 for the first fingerprint that does not fit: 500 characters outside ASCII can take 2,000 bytes. */
export const requireFittingNames = (source: string, category: string, names: readonly NamedFingerprint[]): void => {
  const remaining = maxBytes - Buffer.byteLength(source) - Buffer.byteLength(category)
  const oversized = names.find(({ fingerprint }) => Buffer.byteLength(fingerprint) > remaining)
  if (oversized) throw invalid(oversized.path, tooLong)
}
