const maxLength = 2000

// Other path segments may be tokens, as in calendar feeds and one-time links.
const harmlessSegment = /^([a-z][a-z-]{0,30}|v\d{1,2})?$/
const url = /\b([a-z][a-z0-9+.-]*:\/\/)(\S*@)?([^\s/?#"'<>()]*)([^\s?#"'<>()]*)([^\s"'<>()]*)/gi

/** Commands that Redis and mail servers quote in errors; an unknown command may be an AUTH with a password. */
const quotedCommand = /, with args beginning with: .*|(?<=\bAUTH [\w-]+ )\S+/gs

/**
 * Limits the length of a text, because the search takes quadratic time. Cuts at a space, because a truncated URL would
 * not be redacted.
 */
const limitLength = (text: string): string =>
  text.length > 2 * maxLength ? text.slice(0, 2 * maxLength).replace(/\S+$/, '') : text

/**
 * Removes the parts of URLs in a text that may be secret: user name, password, query, fragment, and path segments that
 * are not words. Returns at most 2,000 characters.
 */
export const redactUrls = (text: string): string =>
  limitLength(text)
    .replace(quotedCommand, '')
    .replace(url, (_whole, scheme: string, _user, host: string, path: string) => {
      const parts = path.split('/').map(part => (harmlessSegment.test(part) ? part : '…'))
      return `${scheme}${host}${parts.join('/')}`
    })
    .slice(0, maxLength)
