const longest = 2000

// Other parts of a path may be tokens: calendar feeds, one-time links.
const word = /^([a-z][a-z-]{0,30}|v\d{1,2})?$/
const url = /\b([a-z][a-z0-9+.-]*:\/\/)(\S*@)?([^\s/?#"'<>()]*)([^\s?#"'<>()]*)([^\s"'<>()]*)/gi

/** What Redis adds to a command that it does not know: its values, and AUTH may be such a command. */
const redisValues = /, with args beginning with: .*/s

/**
 * A text without what of an address may be a secret: user name, password, query, fragment, and parts of the path that are
 * no words. At most 2,000 characters.
 */
export const withoutSecrets = (text: string): string =>
  text
    .replace(redisValues, '')
    .replace(url, (_whole, scheme: string, _user, host: string, path: string) => {
      const parts = path.split('/').map(part => (word.test(part) ? part : '…'))
      return `${scheme}${host}${parts.join('/')}`
    })
    .slice(0, longest)
