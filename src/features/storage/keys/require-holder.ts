import { randomBytes } from 'node:crypto'
import { Refusal } from '#http/errors.ts'
import { type StoreCode, StoreProblem } from '#lib/object-store.ts'
import { sentence } from '#lib/sentence.ts'
import type { KeyHolder } from './key-holder.ts'
import { KEY_BYTES } from './make-key.ts'

const sentences: Readonly<Record<StoreCode, string>> = {
  unreachable: 'it cannot be reached, or is sealed',
  refused_address: 'it is at an address that this install does not allow (PROBATA_STORAGE_ALLOW)',
  tls: 'its certificate is not accepted',
  clock: 'its clock differs',
  credential: 'it rejects the token',
  forbidden: 'it rejects the token, or the token may not encrypt and decrypt with this key',
  no_bucket: 'it cannot be found',
  slow: 'it did not answer in time',
  altered: 'it does not return the key that it wrapped',
  missing: 'it has no transit engine there, or no such key',
  full: 'it is full',
  unsupported: 'it does not respond like a Vault, or redirects elsewhere',
}

const refused = (subject: string, error: unknown): never => {
  if (!(error instanceof StoreProblem)) throw error
  throw new Refusal(
    'unprocessable',
    sentence`key.holder_unusable: ${{ subject }}: ${{ problem: sentences[error.code] }}.`,
    { error },
  )
}

/** Changes one character three quarters in, which is past any version or checksum. */
const altered = (text: string): string => {
  const at = Math.floor(text.length * 0.75)
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
}

/**
 * Tests the holder by use: it must unwrap what it wrapped, wrap another key differently, and reject an altered
 * wrapping. Throws a 422 that says why it cannot be used.
 */
export const requireHolder = async (holder: KeyHolder): Promise<void> => {
  const keys = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)] as const
  try {
    const [one, other] = [await holder.wrap(keys[0]), await holder.wrap(keys[1])]
    const back = await holder.unwrap(one)
    const takesAnything = await holder.unwrap(altered(one)).then(
      () => true,
      () => false,
    )
    if (one === other || takesAnything || !back.equals(keys[0])) throw new StoreProblem('altered')
  } catch (error) {
    refused('The key holder cannot be used', error)
  }
}

/** A key from its current holder. Throws a 422 if that holder does not unwrap it. */
export const unwrapped = async (holder: KeyHolder, wrapped: string): Promise<Buffer> =>
  holder.unwrap(wrapped).catch(error => refused('The current key holder does not unwrap the keys', error))
