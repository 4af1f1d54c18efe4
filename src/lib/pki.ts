import { X509Certificate } from 'node:crypto'
import { lazy } from './lazy.ts'

/** Loads the code for CMS, time-stamps and PKCS#12 on first use, because it is 0.6 MB and rarely needed. */
export const loadPki = lazy(async () => ({ pkijs: await import('pkijs'), asn1js: await import('asn1js') }))

export type Pki = Awaited<ReturnType<typeof loadPki>>

/** Object identifiers, named as in RFC 5652, 5035, 3161 and 5754. */
export const oids = Object.freeze({
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
})

/** Reads the certificates of a PEM file, in order. @throws if a certificate is invalid */
export const certificatesOf = (pem: string): X509Certificate[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)].map(
    ([one]) => new X509Certificate(one),
  )

/** Copies the bytes to their own buffer, as WebCrypto and pkijs require. */
export const ownBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer
