import { redactUrls } from '#lib/redact-urls.ts'

/** The characters of NQCHAR (RFC 6749 section 4.1.2.1) that a log need not escape. */
const errorCodePattern = /^[\w.:-]{1,64}$/

const maxLength = 200

/** Reduces a provider's text, which comes through the browser, to one line of limited length with redacted URLs. */
const toLine = (text: unknown): string => {
  if (typeof text !== 'string') return ''
  const line = redactUrls(text.toWellFormed().replaceAll(/[\p{C}\p{Z}]+/gu, ' ')).trim()
  const shortened = [...line].slice(0, maxLength).join('')
  return shortened.length < line.length ? `${shortened}…` : shortened
}

/** The OAuth error that a provider returned, for the log and the audit trail. */
class ProviderError extends Error {
  readonly code: string
  /** For example `login_required (The user must log in)`. */
  readonly text: string
  constructor(code: string, description: string, cause: unknown) {
    const text = description === '' ? code : `${code} (${description})`
    super(`The identity provider answered ${text}`, { cause })
    this.name = 'ProviderAnswer'
    this.code = code
    this.text = text
  }
}

/** Reads the error that an authorization or token endpoint returned; undefined for any other failure. */
export const readProviderError = (error: unknown): ProviderError | undefined => {
  const { error: code, error_description: description } = Object(error)
  if (typeof code !== 'string') return undefined
  return new ProviderError(
    errorCodePattern.test(code) ? code : 'an error code that cannot be shown',
    toLine(description),
    error,
  )
}
