import { createPrivateKey, hash, type KeyObject, sign, X509Certificate } from 'node:crypto'
import type { PrivateKeyInfo, SafeBag, SafeContents } from 'pkijs'
import { loadPki, oids, ownBuffer, type Pki } from './pki.ts'

/** An organization's seal: a private key and its certificate chain, with the key's own certificate first. */
export interface Seal {
  readonly key: KeyObject
  readonly certificates: readonly [X509Certificate, ...X509Certificate[]]
}

/** A file that is not PKCS#12 with exactly one key and its certificate, or a wrong password. */
export class UnreadableSealError extends Error {
  override name = 'UnreadableSealError'
}

const bagTypes = { shroudedKey: '1.2.840.113549.1.12.10.1.2', key: '1.2.840.113549.1.12.10.1.1' } as const

const encryptedContent = '1.2.840.113549.1.7.6'

const openBags = async ({ pkijs }: Pki, file: Uint8Array, password: ArrayBuffer): Promise<SafeBag[]> => {
  const pfx = pkijs.PFX.fromBER(ownBuffer(file))
  await pfx.parseInternalValues({ checkIntegrity: true, password })
  const safe = pfx.parsedValue?.authenticatedSafe
  if (!safe) throw new UnreadableSealError('is empty')
  const safeContents = safe.safeContents.map(({ contentType }) =>
    contentType === encryptedContent ? { password } : {},
  )
  await safe.parseInternalValues({ safeContents })
  const contents: { value: SafeContents }[] = safe.parsedValue.safeContents
  return contents.flatMap(({ value }) => value.safeBags)
}

const readKeys = async ({ pkijs }: Pki, bags: readonly SafeBag[], password: ArrayBuffer): Promise<KeyObject[]> => {
  const keys: PrivateKeyInfo[] = []
  for (const { bagId, bagValue } of bags) {
    if (bagId === bagTypes.key && bagValue instanceof pkijs.PrivateKeyInfo) keys.push(bagValue)
    if (bagId !== bagTypes.shroudedKey || !(bagValue instanceof pkijs.PKCS8ShroudedKeyBag)) continue
    await Reflect.apply(Reflect.get(bagValue, 'parseInternalValues'), bagValue, [{ password }])
    if (bagValue.parsedValue) keys.push(bagValue.parsedValue)
  }
  return keys.map(info => createPrivateKey({ key: Buffer.from(info.toSchema().toBER()), format: 'der', type: 'pkcs8' }))
}

const readCertificates = ({ pkijs }: Pki, bags: readonly SafeBag[]): X509Certificate[] =>
  bags.flatMap(({ bagValue }) => {
    const certificate = bagValue instanceof pkijs.CertBag ? bagValue.parsedValue : undefined
    return certificate instanceof pkijs.Certificate
      ? [new X509Certificate(Buffer.from(certificate.toSchema(true).toBER()))]
      : []
  })

const isSealKey = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa' || (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1')

/** Opens a PKCS#12 file with one key, RSA or P-256. @throws UnreadableSealError */
export const openSeal = async (file: Uint8Array, password: string): Promise<Seal> => {
  const pki = await loadPki()
  const secret = ownBuffer(Buffer.from(password))
  const bags = await openBags(pki, file, secret).catch(() => {
    throw new UnreadableSealError('is not a PKCS#12 file, or the password is wrong')
  })
  const [key, ...others] = await readKeys(pki, bags, secret)
  if (!key || others.length > 0) throw new UnreadableSealError('must contain one private key')
  if (!isSealKey(key)) throw new UnreadableSealError('must contain an RSA or a P-256 key')
  const certificates = readCertificates(pki, bags)
  const signer = certificates.find(certificate => certificate.checkPrivateKey(key))
  if (!signer) throw new UnreadableSealError('has no certificate for its key')
  return { key, certificates: [signer, ...certificates.filter(certificate => certificate !== signer)] }
}

/**
 * Whether the certificate of a seal is valid at a time in milliseconds. A seal made outside that period proves nothing.
 */
export const sealValidity = ({ certificates: [signer] }: Seal, time: number): 'valid' | 'not yet' | 'ended' => {
  if (time < signer.validFromDate.getTime()) return 'not yet'
  return time > signer.validToDate.getTime() ? 'ended' : 'valid'
}

const signedAttributes = ({ pkijs, asn1js }: Pki, content: Uint8Array, signer: X509Certificate, signedAt: number) => {
  const digest = (bytes: Uint8Array) => new asn1js.OctetString({ valueHex: hash('sha256', bytes, 'buffer') })
  const sequence = (...value: InstanceType<typeof asn1js.BaseBlock>[]) => new asn1js.Sequence({ value })
  const values = {
    [oids.contentType]: new asn1js.ObjectIdentifier({ value: oids.data }),
    [oids.messageDigest]: digest(content),
    [oids.signingTime]: new asn1js.UTCTime({ valueDate: new Date(signedAt) }),
    // ESSCertIDv2 defaults to SHA-256 (RFC 5035).
    [oids.signingCertificateV2]: sequence(sequence(sequence(digest(signer.raw)))),
  }
  const attributes = Object.entries(values).map(([type, value]) => new pkijs.Attribute({ type, values: [value] }))
  // DER sorts the members of a set by their encoded bytes, and the signature covers the DER.
  const sorted = attributes.toSorted((a, b) =>
    Buffer.compare(Buffer.from(a.toSchema().toBER()), Buffer.from(b.toSchema().toBER())),
  )
  return new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes: sorted })
}

/** Replaces the tag of the attributes within a SignerInfo with the tag of a SET (RFC 5652 section 5.4). */
const asSet = (attributes: Uint8Array): Buffer => Buffer.concat([Buffer.of(0x31), attributes.subarray(1)])

/**
 * Signs bytes: returns a detached CMS signature, CAdES baseline B (ETSI EN 319 122-1), as DER, with the certificates of
 * the seal. `signedAt` is the claimed time in milliseconds.
 */
export const signCades = async (bytes: Uint8Array, { key, certificates }: Seal, signedAt: number): Promise<Buffer> => {
  const pki = await loadPki()
  const { pkijs, asn1js } = pki
  const [signer] = certificates
  const certificate = pkijs.Certificate.fromBER(ownBuffer(signer.raw))
  const sha256 = () => new pkijs.AlgorithmIdentifier({ algorithmId: oids.sha256 })
  const signedAttrs = signedAttributes(pki, bytes, signer, signedAt)
  const signature = sign('sha256', asSet(Buffer.from(signedAttrs.toSchema().toBER())), key)
  const signerInfo = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    digestAlgorithm: sha256(),
    signedAttrs,
    signatureAlgorithm:
      key.asymmetricKeyType === 'rsa'
        ? new pkijs.AlgorithmIdentifier({ algorithmId: oids.sha256WithRsa, algorithmParams: new asn1js.Null() })
        : new pkijs.AlgorithmIdentifier({ algorithmId: oids.ecdsaWithSha256 }),
    signature: new asn1js.OctetString({ valueHex: ownBuffer(signature) }),
  })
  const signedData = new pkijs.SignedData({
    version: 1,
    digestAlgorithms: [sha256()],
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oids.data }),
    certificates: certificates.map(({ raw }) => pkijs.Certificate.fromBER(ownBuffer(raw))),
    signerInfos: [signerInfo],
  })
  const content = new pkijs.ContentInfo({ contentType: oids.signedData, content: signedData.toSchema(true) })
  return Buffer.from(content.toSchema().toBER())
}
