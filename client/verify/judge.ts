/** Verifies e-seals and time-stamps against the root certificates that the caller trusts. Needs Node and `pkijs`. */
import { createHash, X509Certificate } from 'node:crypto'
import type { Certificate, SignedData, SignerInfo } from 'pkijs'
import type { Judge, Judgement } from './time.ts'

const load = async () => ({ pkijs: await import('pkijs'), asn1js: await import('asn1js') })
type Pki = Awaited<ReturnType<typeof load>>

const oids = {
  commonName: '2.5.4.3',
  extendedKeyUsage: '2.5.29.37',
  signedData: '1.2.840.113549.1.7.2',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const

const toArrayBuffer = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer
const cannotTell = (why: string): Judgement => ({ verdict: 'cannot tell', why })
const wrongVerdict = (why: string): Judgement => ({ verdict: 'wrong', why })

interface Signed {
  readonly signed: SignedData
  readonly signer: Certificate
  readonly info: SignerInfo
  readonly certificates: readonly Certificate[]
}

/** Reads the signature of a CMS and its certificate; undefined unless there is exactly one signature. */
const readSigned = ({ pkijs }: Pki, bytes: Uint8Array): Signed | undefined => {
  const content = pkijs.ContentInfo.fromBER(toArrayBuffer(bytes))
  if (content.contentType !== oids.signedData) return undefined
  const signed = new pkijs.SignedData({ schema: content.content })
  const certificates = (signed.certificates ?? []).filter(one => one instanceof pkijs.Certificate)
  const [info, ...others] = signed.signerInfos
  const sid: unknown = info?.sid
  const signer = certificates.find(
    ({ issuer, serialNumber }) =>
      sid instanceof pkijs.IssuerAndSerialNumber &&
      sid.issuer.isEqual(issuer) &&
      sid.serialNumber.isEqual(serialNumber),
  )
  return info && signer && others.length === 0 ? { signed, signer, info, certificates } : undefined
}

/** Whether the signature identifies its certificate by digest (RFC 5035), so that no other can replace it. */
const namesSigner = ({ asn1js }: Pki, { info, signer }: Signed): boolean => {
  const firstValue = (block: unknown): unknown =>
    block instanceof asn1js.Sequence ? block.valueBlock.value[0] : undefined
  return (info.signedAttrs?.attributes ?? []).some(({ type, values }) => {
    if (type !== oids.signingCertificate && type !== oids.signingCertificateV2) return false
    const certificateId = firstValue(firstValue(values[0]))
    const parts = certificateId instanceof asn1js.Sequence ? certificateId.valueBlock.value : []
    const digest = parts.find(part => part instanceof asn1js.OctetString)?.getValue()
    const algorithm = digest && { 20: 'sha1', 32: 'sha256', 48: 'sha384', 64: 'sha512' }[digest.byteLength]
    if (!digest || !algorithm) return false
    const der = Buffer.from(signer.toSchema().toBER())
    return Buffer.from(digest).equals(createHash(algorithm).update(der).digest())
  })
}

/** Whether a certificate is only for time-stamps (RFC 3161 section 2.3). */
const isForTimeStamps = ({ pkijs }: Pki, { extensions = [] }: Certificate): boolean => {
  const usage = extensions.find(({ extnID }) => extnID === oids.extendedKeyUsage)
  const purposes: unknown = usage?.parsedValue
  if (usage?.critical !== true || !(purposes instanceof pkijs.ExtKeyUsage)) return false
  return purposes.keyPurposes.length === 1 && purposes.keyPurposes[0] === oids.timeStamping
}

const nameOf = ({ subject }: Certificate): string => {
  const commonName = subject.typesAndValues.find(({ type }) => type === oids.commonName) ?? subject.typesAndValues[0]
  return String(commonName?.value.valueBlock.value ?? 'an unnamed signer')
}

/** Judges whether a chain of certificates leads to a root and is valid both at the given time and now. */
const judgePath = async (
  { pkijs }: Pki,
  { signer, certificates }: Signed,
  roots: readonly Certificate[],
  { at, now }: { at: Date; now: Date },
): Promise<Judgement> => {
  const certs = [...certificates.filter(one => one !== signer), signer]
  const engine = new pkijs.CertificateChainValidationEngine({ trustedCerts: [...roots], certs, checkDate: at })
  const { result, certificatePath = [] } = await engine.verify()
  if (!result) return cannotTell('no certificate that you gave leads to it')
  const ends = Math.min(...certificatePath.map(({ notAfter }) => notAfter.value.getTime()))
  const begins = Math.max(...certificatePath.map(({ notBefore }) => notBefore.value.getTime()))
  if (now.getTime() > ends) return cannotTell(`its certificate ended on ${new Date(ends).toISOString().slice(0, 10)}`)
  if (now.getTime() < begins) return cannotTell('its certificate is not valid yet')
  return { verdict: 'holds', by: nameOf(signer) }
}

const holds = async ({ signed }: Signed, subject: Uint8Array): Promise<boolean> => {
  try {
    return await signed.verify({ signer: 0, checkChain: false, data: toArrayBuffer(subject) })
  } catch {
    return false
  }
}

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Creates a judge from PEM certificates. @throws if the text contains no certificate, or an invalid one */
export const openJudge = (text: string, now = new Date()): Judge => {
  const rootBytes = [...text.matchAll(pem)].map(([one]) => new X509Certificate(one).raw)
  if (rootBytes.length === 0) throw new Error('it contains no certificate')

  const judge = async (
    bytes: Uint8Array,
    subject: Uint8Array,
    { at, isStamp }: { at: (pki: Pki, signed: Signed) => Date; isStamp: boolean },
  ): Promise<Judgement> => {
    const pki = await load().catch(() => undefined)
    if (!pki) return cannotTell('the package pkijs is not installed')
    try {
      const signed = readSigned(pki, bytes)
      if (!signed) return cannotTell('it does not have exactly one signature with its certificate')
      if (!(await holds(signed, subject))) return wrongVerdict('its signature is not valid')
      if (!namesSigner(pki, signed)) return wrongVerdict('it does not name its certificate')
      if (isStamp && !isForTimeStamps(pki, signed.signer)) return wrongVerdict('its certificate is not for time-stamps')
      const roots = rootBytes.map(raw => pki.pkijs.Certificate.fromBER(toArrayBuffer(raw)))
      return await judgePath(pki, signed, roots, { at: at(pki, signed), now })
    } catch {
      return cannotTell('it cannot be read')
    }
  }

  const timeOf = ({ pkijs }: Pki, { signed }: Signed): Date =>
    pkijs.TSTInfo.fromBER(signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer()).genTime

  return {
    stamp: (token, subject) => judge(token, subject, { at: timeOf, isStamp: true }),
    // A seal's own time proves nothing. Without a time-stamp, its certificate must be valid now.
    seal: (signature, subject, at) =>
      judge(signature, subject, { at: () => (at === undefined ? now : new Date(at)), isStamp: false }),
  }
}
