/** OpenSSL's codes for a certificate chain that ends at an untrusted authority. */
const untrustedCodes: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** The certificate of a server is not from a trusted authority. The message names the variable that adds one. */
class UntrustedAuthority extends Error {
  readonly code: string
  constructor(code: string, server: string | undefined, cause: Error) {
    super(
      `The certificate of ${server ?? 'the server'} is from an authority that is not trusted. Name the PEM file of that authority in PROBATA_CA_FILE.`,
      { cause },
    )
    this.name = 'UntrustedAuthority'
    this.code = code
  }
}

/** Adds the remedy to a TLS error about an untrusted authority; returns other errors unchanged. */
export const withRemedy = <Failure>(error: Failure, server?: string): Failure | Error => {
  if (!(error instanceof Error) || error instanceof UntrustedAuthority) return error
  // Nodemailer replaces the TLS code with its own, and keeps the original as `originalCode`.
  const code = ['code', 'originalCode']
    .map(name => String(Reflect.get(error, name)))
    .find(name => untrustedCodes.has(name))
  return code === undefined ? error : new UntrustedAuthority(code, server, error)
}
