import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { type Parse, readableFile, ValueError } from './variable-values.ts'

const largest = 2 * 1024 * 1024
const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates of a PEM file: authorities trusted in addition to the public ones. */
export const authoritiesIn: Parse<readonly string[]> = text => {
  const content = readFileSync(readableFile(text))
  if (content.length > largest) throw new ValueError(`the file is larger than ${largest / 1024 / 1024} MiB`)
  const found = content.toString('latin1').match(block) ?? []
  if (found.length === 0) throw new ValueError('the file has no certificate in PEM form (-----BEGIN CERTIFICATE-----)')
  for (const [index, pem] of found.entries()) {
    try {
      new X509Certificate(pem)
    } catch {
      throw new ValueError(`certificate ${index + 1} of the file cannot be read`)
    }
  }
  return found
}

/** The value of `ca` for a TLS connection: undefined keeps Node's own authorities, and a list replaces them. */
export const trustedAuthorities = ({
  authorities,
}: {
  readonly authorities?: readonly string[] | undefined
}): string[] | undefined => authorities && [...tls.getCACertificates('default'), ...authorities]
