/** OpenSSL's codes for a chain that ends at an untrusted authority. */
const ofAuthority: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** A server whose certificate was not issued by a trusted authority; the message names the variable. */
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

/** A TLS error with the remedy if one is known; any other error unchanged. */
export const withWayOut = <Failure>(error: Failure, to?: string): Failure | Error => {
  if (!(error instanceof Error) || error instanceof UntrustedAuthority) return error
  // Nodemailer replaces the TLS code by its own, and keeps the original.
  const code = ['code', 'originalCode']
    .map(name => String(Reflect.get(error, name)))
    .find(name => ofAuthority.has(name))
  return code === undefined ? error : new UntrustedAuthority(code, to, error)
}
