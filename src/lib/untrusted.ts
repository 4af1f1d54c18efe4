/** OpenSSL's codes for a chain that ends at an authority which is not trusted. */
const ofAuthority: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** A server whose certificate no trusted authority issued; the message names the variable. */
class UntrustedAuthority extends Error {
  readonly code: string
  constructor(code: string, to: string | undefined, cause: Error) {
    super(
      `The certificate of ${to ?? 'the server'} is from an authority that is not trusted. Name the PEM file of that authority in PROBATA_CA_FILE.`,
      { cause },
    )
    this.name = 'UntrustedAuthority'
    this.code = code
  }
}

/** An error of TLS with the way out where there is one; any other as it is. */
export const withWayOut = <Failure>(error: Failure, to?: string): Failure | Error => {
  if (!(error instanceof Error) || error instanceof UntrustedAuthority) return error
  // Nodemailer puts its own code in place of that of TLS, and keeps it beside.
  const code = ['code', 'originalCode']
    .map(name => String(Reflect.get(error, name)))
    .find(name => ofAuthority.has(name))
  return code === undefined ? error : new UntrustedAuthority(code, to, error)
}
