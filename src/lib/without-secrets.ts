const longest = 2000

// Other parts of a path may be tokens: calendar feeds, one-time links.
const word = /^([a-z][a-z-]{0,30}|v\d{1,2})?$/
const url = /\b([a-z][a-z0-9+.-]*:\/\/)(\S*@)?([^\s/?#"'<>()]*)([^\s?#"'<>()]*)([^\s"'<>()]*)/gi

/** Commands that servers repeat when they do not know them, and AUTH may be such a command: of Redis, and of mail. */
const repeated = /, with args beginning with: .*|(?<=\bAUTH [\w-]+ )\S+/gs

/**
 * A text without what of an address may be a secret: user name, password, query, fragment, and parts of the path that are
 * no words. At most 2,000 characters.
 */
export const withoutSecrets = (text: string): string =>
  text
    .replace(repeated, '')
    .replace(url, (_whole, scheme: string, _user, host: string, path: string) => {
      const parts = path.split('/').map(part => (word.test(part) ? part : '…'))
      return `${scheme}${host}${parts.join('/')}`
    })
    .slice(0, longest)
