const longest = 2000

// Other path segments may be tokens: calendar feeds, one-time links.
const word = /^([a-z][a-z-]{0,30}|v\d{1,2})?$/
const url = /\b([a-z][a-z0-9+.-]*:\/\/)(\S*@)?([^\s/?#"'<>()]*)([^\s?#"'<>()]*)([^\s"'<>()]*)/gi

/** Servers repeat unknown commands, and AUTH may be one: Redis and mail servers. */
const repeated = /, with args beginning with: .*|(?<=\bAUTH [\w-]+ )\S+/gs

/** The length of text that is searched, in quadratic time. A cut within a URL would hide its end. */
const wholeWords = (text: string): string =>
  text.length > 2 * longest ? text.slice(0, 2 * longest).replace(/\S+$/, '') : text

/**
 * A text without the parts of URLs that may be secrets: user name, password, query, fragment, and path segments that
 * are not words. At most 2,000 characters.
 */
export const redactUrls = (text: string): string =>
  wholeWords(text)
    .replace(repeated, '')
    .replace(url, (_whole, scheme: string, _user, host: string, path: string) => {
      const parts = path.split('/').map(part => (word.test(part) ? part : '…'))
      return `${scheme}${host}${parts.join('/')}`
    })
    .slice(0, longest)
