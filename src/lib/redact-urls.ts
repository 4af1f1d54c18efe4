const longest = 2000

// Other parts of a path may be tokens: calendar feeds, one-time links.
const word = /^([a-z][a-z-]{0,30}|v\d{1,2})?$/
const url = /\b([a-z][a-z0-9+.-]*:\/\/)(\S*@)?([^\s/?#"'<>()]*)([^\s?#"'<>()]*)([^\s"'<>()]*)/gi

/** Commands that servers repeat when they do not know them, and AUTH may be such a command: of Redis, and of mail. */
const repeated = /, with args beginning with: .*|(?<=\bAUTH [\w-]+ )\S+/gs

/** As much of a text as is looked at, which takes the square of its length. A cut within an address would hide what ends it. */
const wholeWords = (text: string): string =>
  text.length > 2 * longest ? text.slice(0, 2 * longest).replace(/\S+$/, '') : text

/**
 * A text without what of an address may be a secret: user name, password, query, fragment, and parts of the path that are
 * no words. At most 2,000 characters.
 */
export const redactUrls = (text: string): string =>
  wholeWords(text)
    .replace(repeated, '')
    .replace(url, (_whole, scheme: string, _user, host: string, path: string) => {
      const parts = path.split('/').map(part => (word.test(part) ? part : '…'))
      return `${scheme}${host}${parts.join('/')}`
    })
    .slice(0, longest)
