import { redactUrls } from '#lib/redact-urls.ts'

/** RFC 6749 section 4.1.2.1: NQCHAR without the rest that a log would have to escape. */
const errorCode = /^[\w.:-]{1,64}$/

const longest = 200

/** A text of the provider, which comes through the browser: one line, no URLs with values, of bounded length. */
const lineOf = (text: unknown): string => {
  if (typeof text !== 'string') return ''
  const line = redactUrls(text.toWellFormed().replaceAll(/[\p{C}\p{Z}]+/gu, ' ')).trim()
  const cut = [...line].slice(0, longest).join('')
  return cut.length < line.length ? `${cut}…` : cut
}

/** The OAuth error with which a provider answered, for the log and the trail. */
class ProviderAnswer extends Error {
  readonly code: string
  /** `login_required (The user must log in)`. */
  readonly says: string
  constructor(code: string, description: string, cause: unknown) {
    const says = description === '' ? code : `${code} (${description})`
    super(`The identity provider answered ${says}`, { cause })
    this.name = 'ProviderAnswer'
    this.code = code
    this.says = says
  }
}

/** The error of an authorization or a token endpoint instead of a code or a token; undefined for any other failure. */
export const answerOf = (error: unknown): ProviderAnswer | undefined => {
  const { error: code, error_description: description } = Object(error)
  if (typeof code !== 'string') return undefined
  return new ProviderAnswer(
    errorCode.test(code) ? code : 'an error code that cannot be shown',
    lineOf(description),
    error,
  )
}
