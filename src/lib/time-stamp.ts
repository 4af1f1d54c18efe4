import { hash, randomBytes, type X509Certificate } from 'node:crypto'
import type { Certificate, SignedData, SignerInfo, TSTInfo } from 'pkijs'
import { loadPki, oids, ownBuffer, type Pki } from './pki.ts'

/**
 * The result of verifying a time-stamp over some bytes. `sound`: the bytes existed at `time` (milliseconds). `not now`:
 * the token is genuine, but no given root certifies its authority, or the certification path is not valid now. `wrong`:
 * the token is for other bytes or was altered.
 */
export type TimeStampVerdict =
  | { readonly verdict: 'sound'; readonly time: number; readonly until: number }
  | { readonly verdict: 'not now'; readonly time: number; readonly why: 'no root' | 'not yet' | 'ended' }
  | { readonly verdict: 'wrong'; readonly why: string }

/** The authority rejected the query, or its response is not a time-stamp for the query. */
export class TimeStampRefused extends Error {
  override name = 'TimeStampRefused'
}

export interface TimeStampRequest {
  /** The DER to send as `application/timestamp-query`. */
  readonly query: Buffer
  readonly nonce: Buffer
}

const messageImprint = ({ pkijs, asn1js }: Pki, bytes: Uint8Array) =>
  new pkijs.MessageImprint({
    hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: oids.sha256, algorithmParams: new asn1js.Null() }),
    hashedMessage: new asn1js.OctetString({ valueHex: ownBuffer(hash('sha256', bytes, 'buffer')) }),
  })

/**
 * Creates a query for a time-stamp over the SHA-256 of bytes. It also requests the authority's certificates (RFC 3161
 * section 2.4.1).
 */
export const timeStampRequest = async (bytes: Uint8Array): Promise<TimeStampRequest> => {
  const pki = await loadPki()
  // The nonce is positive and has no leading zeros, so that its DER has exactly these bytes.
  const nonce = randomBytes(16)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  const query = new pki.pkijs.TimeStampReq({
    version: 1,
    messageImprint: messageImprint(pki, bytes),
    nonce: new pki.asn1js.Integer({ valueHex: ownBuffer(nonce) }),
    certReq: true,
  })
  return { query: Buffer.from(query.toSchema().toBER()), nonce }
}

interface Token {
  readonly signed: SignedData
  readonly info: TSTInfo
  readonly signer: Certificate
  readonly signerInfo: SignerInfo
}

const certificatesOf = ({ pkijs }: Pki, { certificates = [] }: SignedData): Certificate[] =>
  certificates.filter(one => one instanceof pkijs.Certificate)

const readToken = (pki: Pki, token: Uint8Array): Token => {
  const { pkijs } = pki
  const content = pkijs.ContentInfo.fromBER(ownBuffer(token))
  if (content.contentType !== oids.signedData) throw new TimeStampRefused('it is not signed')
  const signed = new pkijs.SignedData({ schema: content.content })
  const { eContentType, eContent } = signed.encapContentInfo
  if (eContentType !== oids.tstInfo || !eContent) throw new TimeStampRefused('it is no time-stamp')
  const info = pkijs.TSTInfo.fromBER(eContent.getValue())
  const [signerInfo, ...others] = signed.signerInfos
  const signer = certificatesOf(pki, signed).find(({ issuer, serialNumber }) => {
    const sid: unknown = signerInfo?.sid
    return (
      sid instanceof pkijs.IssuerAndSerialNumber && sid.issuer.isEqual(issuer) && sid.serialNumber.isEqual(serialNumber)
    )
  })
  if (!signerInfo || others.length > 0 || !signer) throw new TimeStampRefused('it has no certificate of its one signer')
  return { signed, info, signer, signerInfo }
}

const derOf = (certificate: Certificate): Buffer => Buffer.from(certificate.toSchema().toBER())

/** Whether the certificate is only for time-stamps (RFC 3161 section 2.3). */
const isForTimeStamps = ({ pkijs }: Pki, { extensions = [] }: Certificate): boolean => {
  const usage = extensions.find(({ extnID }) => extnID === oids.extendedKeyUsage)
  const purposes: unknown = usage?.parsedValue
  if (usage?.critical !== true || !(purposes instanceof pkijs.ExtKeyUsage)) return false
  return purposes.keyPurposes.length === 1 && purposes.keyPurposes[0] === oids.timeStamping
}

/** Whether the signature identifies its certificate by digest: ESSCertID (SHA-1), or ESSCertIDv2 with any algorithm. */
const namesSigner = ({ asn1js }: Pki, { signerInfo, signer }: Token): boolean => {
  const { OctetString, Sequence } = asn1js
  const first = (block: unknown): unknown => (block instanceof Sequence ? block.valueBlock.value[0] : undefined)
  return (signerInfo.signedAttrs?.attributes ?? []).some(({ type, values }) => {
    if (type !== oids.signingCertificate && type !== oids.signingCertificateV2) return false
    const certId = first(first(values[0]))
    const digest =
      certId instanceof Sequence ? certId.valueBlock.value.find(part => part instanceof OctetString) : undefined
    if (!digest) return false
    const certificateDigest = Buffer.from(digest.getValue())
    const algorithm = { 20: 'sha1', 32: 'sha256', 48: 'sha384', 64: 'sha512' }[certificateDigest.length]
    return algorithm !== undefined && certificateDigest.equals(hash(algorithm, derOf(signer), 'buffer'))
  })
}

type Path = readonly Certificate[]

/** Finds the path of certificates from the signer to a root, all valid at a time; undefined if no path exists. */
const findPath = async (pki: Pki, { signed, signer }: Token, roots: readonly X509Certificate[], time: Date) => {
  const trusted = roots.map(({ raw }) => pki.pkijs.Certificate.fromBER(ownBuffer(raw)))
  const others = certificatesOf(pki, signed).filter(one => one !== signer)
  const engine = new pki.pkijs.CertificateChainValidationEngine({
    trustedCerts: trusted,
    certs: [...others, signer],
    checkDate: time,
  })
  const { result, certificatePath } = await engine.verify()
  return result ? certificatePath : undefined
}

const earliestEnd = (path: Path): number => Math.min(...path.map(({ notAfter }) => notAfter.value.getTime()))
const latestStart = (path: Path): number => Math.max(...path.map(({ notBefore }) => notBefore.value.getTime()))

const isSignatureValid = async ({ signed }: Token, bytes: Uint8Array): Promise<boolean> => {
  try {
    return await signed.verify({ signer: 0, checkChain: false, data: ownBuffer(bytes) })
  } catch {
    return false
  }
}

/**
 * Verifies a token over the bytes: its content, its signature, the purpose of its certificate, and the path to a root
 * at the time of the token. Also checks that the path is valid at `now`.
 */
export const verifyTimeStamp = async (
  token: Uint8Array,
  {
    bytes,
    roots,
    now,
  }: { readonly bytes: Uint8Array; readonly roots: readonly X509Certificate[]; readonly now: number },
): Promise<TimeStampVerdict> => {
  const pki = await loadPki()
  const wrong = (why: string): TimeStampVerdict => ({ verdict: 'wrong', why })
  let parsed: Token
  try {
    parsed = readToken(pki, token)
  } catch (error) {
    return wrong(error instanceof TimeStampRefused ? error.message : 'it cannot be read')
  }
  const { info, signer } = parsed
  if (info.messageImprint.hashAlgorithm.algorithmId !== oids.sha256) return wrong('it is not over a SHA-256')
  const imprint = Buffer.from(info.messageImprint.hashedMessage.getValue())
  if (!imprint.equals(hash('sha256', bytes, 'buffer'))) return wrong('it is of other bytes')
  if (!(await isSignatureValid(parsed, bytes))) return wrong('its signature does not hold')
  if (!isForTimeStamps(pki, signer)) return wrong('its certificate is not for time-stamps')
  if (!namesSigner(pki, parsed)) return wrong('it does not name its certificate')
  const stampedAt = info.genTime
  const time = stampedAt.getTime()
  const isWithin = signer.notBefore.value <= stampedAt && stampedAt <= signer.notAfter.value
  if (!isWithin) return wrong('its certificate did not hold at its time')
  const path = await findPath(pki, parsed, roots, stampedAt).catch(() => undefined)
  if (!path) return { verdict: 'not now', time, why: 'no root' }
  const until = earliestEnd(path)
  if (now > until) return { verdict: 'not now', time, why: 'ended' }
  return now < latestStart(path) ? { verdict: 'not now', time, why: 'not yet' } : { verdict: 'sound', time, until }
}

const successStatuses: ReadonlySet<number> = new Set([0, 1])

/** Extracts the token, as DER, from an authority's response, without verifying it. @throws TimeStampRefused */
export const readTimeStampResponse = async (response: Uint8Array, nonce: Uint8Array): Promise<Buffer> => {
  const pki = await loadPki()
  try {
    const { status, timeStampToken } = pki.pkijs.TimeStampResp.fromBER(ownBuffer(response))
    if (!successStatuses.has(status.status) || !timeStampToken) throw new TimeStampRefused('the authority refused')
    const token = Buffer.from(timeStampToken.toSchema().toBER())
    const { nonce: responseNonce } = readToken(pki, token).info
    // Without this check, an old response could be replayed.
    if (!responseNonce || !Buffer.from(responseNonce.valueBlock.valueHexView).equals(nonce))
      throw new TimeStampRefused('it answers another query')
    return token
  } catch (error) {
    throw error instanceof TimeStampRefused ? error : new TimeStampRefused('the response cannot be read')
  }
}
