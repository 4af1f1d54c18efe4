import { randomBytes } from 'node:crypto'
import { Refusal } from '#http/errors.ts'
import { type StoreCode, StoreProblem } from '#lib/object-store.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import type { KeyHolder } from './key-holder.ts'
import { KEY_BYTES } from './make-key.ts'

const sentences: Readonly<Record<StoreCode, Sentence>> = {
  unreachable: sentence`key.holder_unreachable: The key holder cannot be reached, or is sealed; check its address and unseal it.`,
  refused_address: sentence`key.holder_refused_address: The key holder is at an address that this install does not allow; the operator can allow it (PROBATA_STORAGE_ALLOW).`,
  tls: sentence`key.holder_tls: The certificate of the key holder is not accepted; the operator can add its authority (PROBATA_CA_FILE).`,
  clock: sentence`key.holder_clock: The clock of the key holder differs from the clock of this install; correct the wrong one.`,
  credential: sentence`key.holder_credential: The key holder rejects the token; enter a valid one.`,
  forbidden: sentence`key.holder_forbidden: The key holder rejects the token, or the token may not encrypt and decrypt with this key; check its policy.`,
  no_bucket: sentence`key.holder_not_found: The key holder cannot be found; check its address.`,
  slow: sentence`key.holder_slow: The key holder did not answer in time; try again.`,
  altered: sentence`key.holder_altered: The key holder does not return the key that it wrapped; use another one.`,
  missing: sentence`key.holder_missing: The key holder has no transit engine there, or no such key; check the mount and the name of the key.`,
  full: sentence`key.holder_full: The key holder is full; free some of its space.`,
  unsupported: sentence`key.holder_unsupported: The key holder does not respond like a Vault, or redirects elsewhere; check its address.`,
}

const rejectHolder = (error: unknown, sentenceOf: (code: StoreCode) => Sentence): never => {
  if (!(error instanceof StoreProblem)) throw error
  throw new Refusal('unprocessable', sentenceOf(error.code), { error })
}

/** Changes one character at three quarters of the text, which is past any version or checksum. */
const alterText = (text: string): string => {
  const index = Math.floor(text.length * 0.75)
  return text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1)
}

/**
 * Tests a holder by using it: it must unwrap a key that it wrapped, wrap another key differently, and reject an altered
 * wrapped key. Throws a 422 with the reason why it cannot be used.
 */
export const requireHolder = async (holder: KeyHolder): Promise<void> => {
  const keys = [randomBytes(KEY_BYTES), randomBytes(KEY_BYTES)] as const
  try {
    const [wrapped, otherWrapped] = [await holder.wrap(keys[0]), await holder.wrap(keys[1])]
    const recovered = await holder.unwrap(wrapped)
    const acceptsAltered = await holder.unwrap(alterText(wrapped)).then(
      () => true,
      () => false,
    )
    if (wrapped === otherWrapped || acceptsAltered || !recovered.equals(keys[0])) throw new StoreProblem('altered')
  } catch (error) {
    rejectHolder(error, code => sentences[code])
  }
}

/** Unwraps a key with its current holder. Throws a 422 if that holder does not unwrap it. */
export const unwrapKey = async (holder: KeyHolder, wrapped: string): Promise<Buffer> =>
  holder
    .unwrap(wrapped)
    .catch(error =>
      rejectHolder(
        error,
        problem =>
          sentence`key.holder_unusable: The current key holder does not unwrap the keys (${{ problem }}); repair it first.`,
      ),
    )
