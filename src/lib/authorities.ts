import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { type Parse, readableFile, ValueError } from './variable-values.ts'

const maxFileBytes = 2 * 1024 * 1024
const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Reads the certificates of a PEM file: authorities to trust in addition to the public ones. */
export const authoritiesIn: Parse<readonly string[]> = text => {
  const content = readFileSync(readableFile(text))
  if (content.length > maxFileBytes) throw new ValueError(`the file is larger than ${maxFileBytes / 1024 / 1024} MiB`)
  const certificates = content.toString('latin1').match(certificateBlock) ?? []
  if (certificates.length === 0)
    throw new ValueError('the file has no certificate in PEM form (-----BEGIN CERTIFICATE-----)')
  for (const [index, pem] of certificates.entries()) {
    try {
      new X509Certificate(pem)
    } catch {
      throw new ValueError(`certificate ${index + 1} of the file cannot be read`)
    }
  }
  return certificates
}

/**
 * Returns the `ca` option of a TLS connection: Node's authorities and the configured ones. Returns undefined, which
 * selects Node's, if none are configured.
 */
export const trustedAuthorities = ({
  authorities,
}: {
  readonly authorities?: readonly string[] | undefined
}): string[] | undefined => authorities && [...tls.getCACertificates('default'), ...authorities]
