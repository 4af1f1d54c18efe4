import { Type } from 'typebox'
import type { Call } from '#api/call.ts'
import { invalid, Refusal } from '#api/errors.ts'

/** Where webhooks are sent to (open points "Webhooks"). */
export const ReceiverUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'https, without credentials and fragment, at an address that this install allows.',
})

// What a URL parser drops or rewrites without a word: white space, control characters, backslashes.
const unclear = /[\s\p{Cc}\\]/u

const rules: readonly (readonly [isBroken: (url: URL, text: string) => boolean, message: string])[] = [
  [({ protocol }) => protocol !== 'https:' && protocol !== 'http:', 'must begin with https://'],
  [({ username, password }) => `${username}${password}` !== '', 'must not contain credentials'],
  [(_, text) => text.includes('#'), 'must not contain a fragment'],
]

/** Throws a 400 unless webhooks may be sent there. */
export const checkReceiverUrl = async ({ receivers }: Pick<Call, 'receivers'>, text: string): Promise<void> => {
  const url = unclear.test(text) ? null : URL.parse(text)
  if (!url) throw invalid(['url'], 'must be an absolute URL')
  const broken = rules.find(([isBroken]) => isBroken(url, text))
  if (broken) throw invalid(['url'], broken[1])
  const message = await receivers.problem(text)
  if (message !== undefined) throw new Refusal('invalid_request', message, { issues: [{ path: ['url'], message }] })
}
