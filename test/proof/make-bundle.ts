/**
 * Creates bundles of any shape, written from the description of their format. Shares no code with the program or the
 * verifier.
 */
import { randomBytes } from 'node:crypto'
import type { Authority } from './authority.ts'
import {
  canonical,
  hexDigest,
  Levels,
  leafHash,
  type Row,
  rowOf,
  sha256,
  shownLine,
  skippedLine,
} from './write-ledger.ts'
import { checkpointText, noteOf, type Signer, signerOf } from './write-note.ts'
import { zipOf } from './write-zip.ts'

export interface BundleShape {
  readonly claims?: number
  readonly attachmentsEach?: number
  readonly attachmentBytes?: number
  /** The number of unrelated rows before the rows of each claim, which the bundle does not show. */
  readonly unrelatedRows?: number
  /** The number of rows at the start that retention has removed. */
  readonly pruned?: number
  /** The number of reasons that are erased. */
  readonly erased?: number
  /** Whether reasons and details are shown. */
  readonly disclose?: boolean
  /** The number of checkpoints that are published. */
  readonly published?: number
  /** Whether to make an as-of bundle for the time of its rows, and to add a later row that the bundle does not show. */
  readonly asOf?: boolean
  /** The authority that creates an e-seal and a time-stamp. Without an authority, the bundle has neither. */
  readonly authority?: Authority
}

export type BundleContents = Map<string, Buffer>

export interface ForgeableBundle {
  readonly id: string
  readonly origin: string
  readonly contents: BundleContents
  readonly bytes: Buffer
  readonly bundleKey: Signer
  readonly checkpointKey: Signer
  /** A checkpoint that was stored externally. */
  readonly checkpoint: string
  readonly size: number
  /** The last line of the log. Its row is later than the bundle's as-of time. */
  readonly laterLine?: string
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const idOf = (prefix: string): string =>
  `${prefix}_0${Array.from(randomBytes(25), byte => alphabet[byte & 31]).join('')}`

const bundleTime = '2026-11-22T04:00:02.000Z'
const laterTime = '2026-11-22T04:00:02.001Z'

const eventOf = (action: string, resourceId: string, more: object) => ({
  id: idOf('aud'),
  action,
  outcome: 'done',
  actorKind: 'serviceAccount',
  actorId: idOf('acc'),
  resourceId,
  reason: 'Nightly backup',
  beforeDigest: null,
  afterDigest: null,
  contentDigest: null,
  detail: null,
  requestId: idOf('req'),
  createdAt: bundleTime,
  ...more,
})

const lines = (texts: readonly string[]): Buffer => Buffer.from(texts.map(line => `${line}\n`).join(''))

/** Returns a line of a records file. The record and the content are included verbatim. */
const provedLine = (members: Readonly<Record<string, number | string | undefined>>): string => {
  const verbatim = new Set(['record', 'content'])
  const definedMembers = Object.entries(members).filter(([, value]) => value !== undefined)
  return `{${definedMembers.map(([name, value]) => `"${name}":${verbatim.has(name) ? value : JSON.stringify(value)}`).join(',')}}`
}

/** Creates the rows of a ledger, and the records that they prove. */
const writeHistory = ({
  claims = 3,
  attachmentsEach = 1,
  attachmentBytes = 100,
  unrelatedRows = 3,
  asOf = false,
}: BundleShape) => {
  const rows: Row[] = []
  const shownRows = new Set<number>()
  const provedIds = { claims: [] as string[], attachments: [] as string[], decisions: [] as string[] }
  const files: [string, Buffer][] = []
  const add = (event: ReturnType<typeof eventOf>, isShown = true): number => {
    if (isShown) shownRows.add(rows.length)
    return rows.push(rowOf(event)) - 1
  }
  for (let n = 0; n < claims; n++) {
    for (let other = 0; other < unrelatedRows; other++)
      add(eventOf('access_token.issue', idOf('acc'), { reason: null }), false)
    const id = idOf('gec')
    const claim = {
      id,
      title: `Backup of vault ${n} – “ü”`,
      status: 'submitted',
      validUntil: null,
      createdAt: bundleTime,
    }
    const [beforeText, afterText] = [JSON.stringify(claim), JSON.stringify({ ...claim, status: 'accepted' })]
    const content = canonical({
      sourceSnapshot: { vault: n, ratio: 0.1 * n, 10: 'ten', 9: 'nine' },
      observedFrom: bundleTime,
    })
    const contentDigest = hexDigest(content)
    const contentLeaf = add(eventOf('evidence.claim.create', id, { afterDigest: hexDigest(beforeText), contentDigest }))
    for (let file = 0; file < attachmentsEach; file++) {
      const bytes = randomBytes(attachmentBytes)
      const [linkId, artifactId] = [idOf('arl'), idOf('art')]
      const fileFields = { originalFilename: `report ${file}.pdf`, contentType: 'application/pdf' }
      const path = `data/attachments/${artifactId}/report_${file}.pdf`
      const artifact = { ...fileFields, byteSize: bytes.length, checksumSha256: hexDigest(bytes), status: 'active' }
      const record = JSON.stringify({ linkId, artifactId, claimId: id, ...artifact, createdAt: bundleTime })
      const leaf = add(eventOf('evidence.attachment.create', linkId, { afterDigest: hexDigest(record) }))
      provedIds.attachments.push(provedLine({ leaf, record, path }))
      files.push([path, bytes])
    }
    const decision = canonical({
      id: idOf('rvd'),
      claimId: id,
      decision: 'approve',
      reviewedDigest: hexDigest(beforeText),
    })
    const digests = { beforeDigest: hexDigest(beforeText), afterDigest: hexDigest(afterText) }
    const decisionFields = { ...digests, contentDigest: hexDigest(decision), detail: 'looked at twice' }
    const leaf = add(eventOf('evidence.claim.approve', id, decisionFields))
    provedIds.claims.push(
      provedLine({ leaf, record: afterText, contentLeaf, content: JSON.stringify(JSON.parse(content)) }),
    )
    provedIds.decisions.push(provedLine({ contentLeaf: leaf, content: decision }))
  }
  if (asOf) add(eventOf('evidence.claim.create', idOf('gec'), { createdAt: laterTime }), false)
  return { rows, shown: shownRows, proved: provedIds, files }
}

const digestLine = (contents: BundleContents, name: string): string =>
  `${hexDigest(contents.get(name) ?? '')}  ${name}\n`
const payloadOf = (contents: BundleContents): string[] => [...contents.keys()].filter(name => name.startsWith('data/'))
const tagFiles = ['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt']

/** Writes the bundle note, and signs it with this key. */
export const signContents = (
  contents: BundleContents,
  { id, origin }: Pick<ForgeableBundle, 'id' | 'origin'>,
  key: Signer,
): void => {
  const [, size, root] = (contents.get('data/ledger/checkpoint.txt')?.toString() ?? '').split('\n')
  const coveredFiles = [...contents.keys()].filter(
    name => name.startsWith('META-INF/') && name !== 'META-INF/bundle.note',
  )
  const covered = [...tagFiles, ...coveredFiles].map(name => digestLine(contents, name)).join('')
  const text = `${origin}\naudit-bundle/v1 ${id}\ncheckpoint ${size} ${root}\n${covered}`
  contents.set('META-INF/bundle.note', Buffer.from(noteOf(text, key)))
}

/** Updates the manifests so that they match the files. If a key is given, signs again. */
export const sealContents = (
  contents: BundleContents,
  bundle: Pick<ForgeableBundle, 'id' | 'origin'>,
  key?: Signer,
): void => {
  const payload = payloadOf(contents)
  const bagInfoLines = (contents.get('bag-info.txt')?.toString() ?? '').split('\n')
  const octets = payload.reduce((sum, name) => sum + (contents.get(name)?.length ?? 0), 0)
  const info = [
    'Source-Organization: Acme',
    'Bagging-Date: 2026-11-22',
    `External-Identifier: ${bundle.id}`,
    ...bagInfoLines.filter(line => line.startsWith('As-Of: ')),
    `Payload-Oxum: ${octets}.${payload.length}`,
    'Bag-Software-Agent: Probata',
  ]
  contents.set('bag-info.txt', lines(info))
  contents.set('manifest-sha256.txt', Buffer.from(payload.map(name => digestLine(contents, name)).join('')))
  if (key) signContents(contents, bundle, key)
}

const reference = (contents: BundleContents, name: string): string =>
  `<asic:DataObjectReference URI="${name}"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>${sha256(contents.get(name) ?? '').toString('base64')}</ds:DigestValue></asic:DataObjectReference>`

const asicManifest = (contents: BundleContents, file: string, type: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><asic:SigReference URI="META-INF/${file}" MimeType="${type}"/>${[...tagFiles, ...payloadOf(contents)].map(name => reference(contents, name)).join('')}</asic:ASiCManifest>`,
  )

/** Writes the manifests of the e-seal and of the time-stamp for the current files. */
export const recomputeAsicManifests = (contents: BundleContents): void => {
  contents.set(
    'META-INF/ASiCManifest001.xml',
    asicManifest(contents, 'signature001.p7s', 'application/pkcs7-signature'),
  )
  const token = 'application/vnd.etsi.timestamp-token'
  contents.set('META-INF/ASiCManifest002.xml', asicManifest(contents, 'timestamp001.tst', token))
}

/** Adds the e-seal and the time-stamp, each after its manifest and before the note. */
const addSeals = (contents: BundleContents, { seal, stamp }: Authority): void => {
  const payload = [...contents].filter(([name]) => name === 'META-INF/bundle.note' || name.startsWith('data/'))
  for (const [name] of payload) contents.delete(name)
  const names = ['ASiCManifest001.xml', 'signature001.p7s', 'ASiCManifest002.xml', 'timestamp001.tst']
  for (const name of names) contents.set(`META-INF/${name}`, Buffer.alloc(0))
  for (const [name, bytes] of payload) contents.set(name, bytes)
  recomputeAsicManifests(contents)
  const manifest = (number: string): Buffer => contents.get(`META-INF/ASiCManifest${number}.xml`) ?? Buffer.alloc(0)
  contents.set('META-INF/signature001.p7s', seal(manifest('001')))
  contents.set('META-INF/timestamp001.tst', stamp(manifest('002')))
}

export const makeBundle = (shape: BundleShape = {}): ForgeableBundle => {
  const { erased = 1, disclose = true, published = 2, pruned = 0, asOf = false } = shape
  const id = idOf('gee')
  const host = 'probata.example:8443'
  const organization = idOf('org')
  const origin = `${host}/ledger/${organization}/1`
  const checkpointKey = signerOf(origin)
  const bundleKey = signerOf(`${host}/ledger/${organization}/bundles`)
  const { rows, shown: shownRows, proved: provedIds, files } = writeHistory(shape)
  const tree = new Levels(rows.map(leafHash))
  const size = rows.length
  const checkpointOf = (treeSize: number) =>
    noteOf(checkpointText(origin, treeSize, tree.root(treeSize)), checkpointKey)
  const sizes = [...new Set(Array.from({ length: published }, (_, n) => Math.ceil((size * (n + 1)) / (published + 1))))]
  const erasedRows = [...shownRows].slice(0, erased)
  const log: string[] = []
  const bounds = [...shownRows, ...[...shownRows].map(index => index + 1), ...sizes, size].sort((a, b) => a - b)
  let position = 0
  for (const bound of bounds) {
    if (bound > position && !shownRows.has(position)) log.push(skippedLine(tree, position, bound))
    else if (bound > position) {
      const row = rows[position] as Row
      const fields = disclose ? Object.keys(row.disclosures) : []
      log.push(
        shownLine(
          position,
          row,
          fields.filter(field => field !== 'reason' || !erasedRows.includes(position)),
        ),
      )
    }
    position = Math.max(position, bound)
  }
  const erasures = erasedRows.map(index => {
    const { event, digests } = rows[index] as Row
    return canonical({ digest: digests.reason, erasedAt: bundleTime, eventId: event.id, field: 'reason' })
  })
  const omittedCount = size - shownRows.size - pruned
  const leftOut = [
    { count: omittedCount, kind: 'ledger rows', reason: 'outside the scope' },
    { count: pruned, kind: 'ledger rows', reason: 'pruned' },
    { count: erasedRows.length, kind: 'reasons', reason: 'erased' },
  ].filter(({ count }) => count > 0)
  const publications = [{ heldAt: bundleTime, place: 'folder' }]
  const publishedLines = sizes.map(one => canonical({ note: checkpointOf(one), places: publications, size: one }))
  const checkpoint = checkpointOf(size)
  const contents: BundleContents = new Map<string, Buffer>([
    ['mimetype', Buffer.from('application/vnd.etsi.asic-e+zip')],
    ['bagit.txt', Buffer.from('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')],
    ['bag-info.txt', lines(asOf ? [`As-Of: ${bundleTime}`] : [])],
    ['manifest-sha256.txt', Buffer.alloc(0)],
    ['META-INF/bundle.note', Buffer.alloc(0)],
    ['data/index.html', Buffer.from('<!doctype html><meta charset=utf-8><title>Audit bundle</title>')],
    ['data/left-out.jsonl', lines(leftOut.map(canonical))],
    ['data/decisions.jsonl', lines(provedIds.decisions)],
    ['data/records/attachments.jsonl', lines(provedIds.attachments)],
    ['data/records/claims.jsonl', lines(provedIds.claims)],
    ['data/ledger/log.jsonl', lines(log)],
    ['data/ledger/checkpoint.txt', Buffer.from(checkpoint)],
    ['data/ledger/checkpoints.jsonl', lines(publishedLines)],
    ['data/ledger/keys.txt', lines([checkpointKey.vkey, bundleKey.vkey])],
    ['data/ledger/erasures.jsonl', lines(erasures)],
    ...files,
  ])
  sealContents(contents, { id, origin })
  if (shape.authority) addSeals(contents, shape.authority)
  sealContents(contents, { id, origin }, bundleKey)
  const lastRow = rows.at(-1)
  const laterRow = asOf && lastRow ? { laterLine: shownLine(size - 1, lastRow, ['reason']) } : {}
  return { id, origin, contents, bytes: zipOf(contents), bundleKey, checkpointKey, checkpoint, size, ...laterRow }
}
