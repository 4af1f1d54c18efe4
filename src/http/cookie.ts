/** A cookie whose value needs no quotes. */
export interface Cookie {
  /** Over https the name has the `__Host-` prefix, which browsers reject over plain http. */
  readonly names: { readonly https: string; readonly http: string }
  /**
   * Finds the value in a `Cookie` header. Over https it ignores the name without the prefix: another host under the
   * same domain could have set that cookie.
   */
  valueIn(header: string | undefined, secure: boolean): string | undefined
  /** Returns a `Set-Cookie` header with a lifetime of `maxAge` seconds (RFC 6265bis). */
  set(secure: boolean, text: string, maxAge: number): string
}

const patternOf = (name: string) => new RegExp(`(?:^|;) *${name}=([^;]*)`)

// Lax, not Strict: after a redirect from an identity provider, browsers differ in which Strict cookies they send with
// the requests of our page.
const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax']

export const cookieNamed = (name: string): Cookie => {
  const names = { https: `__Host-${name}`, http: name }
  const patterns = { https: patternOf(names.https), http: patternOf(names.http) }
  const scheme = (secure: boolean) => (secure ? 'https' : 'http')
  return {
    names,
    valueIn: (header, secure) => patterns[scheme(secure)].exec(header ?? '')?.[1],
    set: (secure, text, maxAge) =>
      [`${names[scheme(secure)]}=${text}`, ...attributes, `Max-Age=${maxAge}`, ...(secure ? ['Secure'] : [])].join(
        '; ',
      ),
  }
}
