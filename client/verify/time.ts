/**
 * Checks the e-seal and the time-stamps: whether they exist, belong to this bundle, and come from a known authority.
 */
import { fromUtf8, toHex, toUtf8 } from './bytes.ts'
import { readSealed, readStamp } from './der.ts'
import type { Reading } from './lines.ts'
import { type Published, publishedFile } from './past.ts'
import { Window } from './window.ts'

/**
 * The verdict on a mark. `wrong`: the mark is not what it claims to be. `cannot tell`: its root is unknown, or its
 * certificates are not valid now.
 */
export type Judgement =
  | { readonly verdict: 'holds'; readonly by: string }
  | { readonly verdict: 'cannot tell' | 'wrong'; readonly why: string }

/** Judges marks by their bytes and those of their subject; `provenTime` is a time at which a seal existed. */
export interface Judge {
  stamp(token: Uint8Array, subject: Uint8Array): Promise<Judgement>
  seal(signature: Uint8Array, subject: Uint8Array, provenTime?: string): Promise<Judgement>
}

export interface Mark {
  readonly kind: 'e-seal' | 'time-stamp' | 'time-stamp of a checkpoint'
  readonly file: string
  /** The time of a time-stamp, according to its authority. */
  readonly time?: string
  readonly verdict: 'not asked' | 'holds' | 'cannot tell'
  readonly by?: string
  readonly why?: string
}

const algorithm = 'Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"'
const reference = '</asic:DataObjectReference>'
const maxSize = 1 << 20

/** Yields the elements of an ASiCManifest; undefined if an element is too long to be one. */
async function* referencesOf({ source, files }: Reading, name: string): AsyncGenerator<string | undefined> {
  const file = files.get(name)
  if (!file) return
  const window = new Window(source)
  let text = ''
  for (let offset = 0; offset < file.size; ) {
    const piece = await window.some(file.start + offset, file.size - offset)
    offset += piece.length
    text += fromUtf8(piece) ?? '\0'
    const parts = text.split(reference)
    text = parts.pop() ?? ''
    if (text.length > maxSize) return yield undefined
    yield* parts
  }
  yield text
}

const referencePattern =
  /^(?:<\?xml[^>]*\?><asic:ASiCManifest[^>]*><asic:SigReference URI="([^"]+)"[^>]*\/>)?<asic:DataObjectReference URI="([^"]+)"><ds:DigestMethod ([^>]*)\/><ds:DigestValue>([A-Za-z0-9+/=]+)<\/ds:DigestValue>$/

/** Whether an ASiCManifest names its mark, and each file outside META-INF with its digest, in order. */
const coversAllFiles = async (reading: Reading, manifest: string, mark: string): Promise<boolean> => {
  const expected = [...reading.files.values()].filter(
    ({ name }) => !name.startsWith('META-INF/') && name !== 'mimetype',
  )
  let index = 0
  for await (const element of referencesOf(reading, manifest)) {
    const file = expected[index]
    if (!file) return element === '</asic:ASiCManifest>'
    const [, signed, uri, method, digest = ''] = referencePattern.exec(element ?? '') ?? []
    const isFirst = index === 0 ? signed === mark : signed === undefined
    if (!isFirst || uri !== file.name || method !== algorithm || hexOf(digest) !== file.sha256) return false
    index++
  }
  return false
}

const hexOf = (base64: string): string => {
  try {
    return toHex(Uint8Array.from(atob(base64), character => character.charCodeAt(0)))
  } catch {
    return ''
  }
}

const readSmall = async ({ source, files }: Reading, name: string): Promise<Uint8Array | undefined> => {
  const file = files.get(name)
  return file && file.size <= maxSize ? new Window(source).all(file.start, file.size) : undefined
}

const readWhole = async ({ source, files }: Reading, name: string): Promise<Uint8Array> => {
  const file = files.get(name)
  return file ? new Window(source).all(file.start, file.size) : new Uint8Array()
}

interface UnjudgedMark {
  readonly kind: Mark['kind']
  readonly file: string
  readonly time?: string
}

/** Adds the verdict of a judge to a mark. Adds a finding for a wrong mark. */
const recordVerdict = ({ addFinding }: Reading, mark: UnjudgedMark, judgement: Judgement | undefined): Mark => {
  if (judgement?.verdict === 'wrong') addFinding('time', 'seal-broken', { file: mark.file, what: judgement.why })
  if (!judgement || judgement.verdict === 'wrong') return { ...mark, verdict: 'not asked' }
  return { ...mark, ...judgement } as Mark
}

/** Reads a mark and the digest of its manifest; undefined if neither exists or they do not belong to this bundle. */
const pairOf = async (reading: Reading, manifest: string, mark: string) => {
  const { files, addFinding } = reading
  if (!files.has(manifest) && !files.has(mark)) return undefined
  if (!files.has(mark)) return addFinding('time', 'seal-incomplete', { file: manifest, what: mark })
  if (!files.has(manifest)) return addFinding('time', 'seal-incomplete', { file: mark, what: manifest })
  if (!(await coversAllFiles(reading, manifest, mark)))
    return addFinding('time', 'manifest-of-seal', { file: manifest })
  return { bytes: await readSmall(reading, mark), digest: files.get(manifest)?.sha256 }
}

const checkStamp = async (reading: Reading, judge?: Judge): Promise<Mark | undefined> => {
  const [manifest, file] = ['META-INF/ASiCManifest002.xml', 'META-INF/timestamp001.tst']
  const pair = await pairOf(reading, manifest, file)
  if (!pair) return undefined
  const kind = 'time-stamp'
  const stamp = pair.bytes && readStamp(pair.bytes)
  if (!pair.bytes || !stamp) return { kind, file, verdict: 'cannot tell', why: 'its format is unknown' }
  if (stamp.digest !== pair.digest) return reading.addFinding('time', 'stamp-of-another', { file })
  const judgement = await judge?.stamp(pair.bytes, await readWhole(reading, manifest))
  return recordVerdict(reading, { kind, file, time: stamp.time }, judgement)
}

const checkSeal = async (reading: Reading, judge?: Judge, provenTime?: string): Promise<Mark | undefined> => {
  const [manifest, file] = ['META-INF/ASiCManifest001.xml', 'META-INF/signature001.p7s']
  const pair = await pairOf(reading, manifest, file)
  if (!pair) return undefined
  const kind = 'e-seal'
  const digest = pair.bytes && readSealed(pair.bytes)
  if (!pair.bytes || !digest) return { kind, file, verdict: 'cannot tell', why: 'its format is unknown' }
  if (digest !== pair.digest) return reading.addFinding('time', 'stamp-of-another', { file })
  const judgement = await judge?.seal(pair.bytes, await readWhole(reading, manifest), provenTime)
  return recordVerdict(reading, { kind, file }, judgement)
}

/** Checks that time-stamps of published checkpoints cover their notes, and judges the newest. */
const checkPast = async (
  reading: Reading,
  published: readonly Published[],
  judge?: Judge,
): Promise<Mark | undefined> => {
  const stamped = published.flatMap(({ note, line, timeStamp }) => (timeStamp ? [{ note, line, timeStamp }] : []))
  const kind = 'time-stamp of a checkpoint'
  let newest: (UnjudgedMark & { token: Uint8Array; subject: Uint8Array }) | undefined
  for (const { note, line, timeStamp: token } of stamped) {
    const file = `${publishedFile}:${line}`
    const stamp = readStamp(token)
    const subject = toUtf8(note)
    if (stamp && stamp.digest !== toHex(reading.primitives.sha256(subject)))
      reading.addFinding('time', 'stamp-of-another', { file })
    if (stamp) newest = { kind, file, time: stamp.time, token, subject }
  }
  if (!newest) return undefined
  const { token, subject, ...unjudged } = newest
  return recordVerdict(reading, unjudged, await judge?.stamp(token, subject))
}

export const checkMarks = async (
  reading: Reading,
  published: readonly Published[],
  judge?: Judge,
): Promise<readonly Mark[]> => {
  const stamp = await checkStamp(reading, judge)
  const seal = await checkSeal(reading, judge, stamp?.verdict === 'holds' ? stamp.time : undefined)
  return [seal, stamp, await checkPast(reading, published, judge)].filter(mark => mark !== undefined)
}
