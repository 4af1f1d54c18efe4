/** One of our cookies; its value has only characters that need no quotes. */
export interface Cookie {
  /** Over https the name has the `__Host-` prefix; over plain http browsers refuse that, so it has none. */
  readonly names: { readonly https: string; readonly http: string }
  /**
   * The value in a `Cookie` header. Over https the name without the prefix is ignored: another host under the same
   * domain could have set it.
   */
  textIn(header: string | undefined, secure: boolean): string | undefined
  /** The `Set-Cookie` header with a lifetime of `maxAge` seconds (RFC 6265bis). */
  set(secure: boolean, text: string, maxAge: number): string
}

const patternOf = (name: string) => new RegExp(`(?:^|;) *${name}=([^;]*)`)

// Lax, not Strict: an identity provider's site opens the page that it redirects to, and browsers differ in the cookies
// they send with that page's requests.
const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax']

export const cookieNamed = (name: string): Cookie => {
  const names = { https: `__Host-${name}`, http: name }
  const patterns = { https: patternOf(names.https), http: patternOf(names.http) }
  const scheme = (secure: boolean) => (secure ? 'https' : 'http')
  return {
    names,
    textIn: (header, secure) => patterns[scheme(secure)].exec(header ?? '')?.[1],
    set: (secure, text, maxAge) =>
      [`${names[scheme(secure)]}=${text}`, ...attributes, `Max-Age=${maxAge}`, ...(secure ? ['Secure'] : [])].join(
        '; ',
      ),
  }
}
