/** Compares all files of the container with the manifests, in one pass from the first byte to the last. */
import { toHex } from './bytes.ts'
import { hasItsHeader, isMimetype, type StoredFile } from './container.ts'
import { eachLine, type Reading, textOf } from './lines.ts'
import { noteFile, type Signed } from './signature.ts'
import { EndsEarly, Window } from './window.ts'

const manifestFile = 'manifest-sha256.txt'
const manifestLine = /^([0-9a-f]{64}) {2}(data\/\S+)$/

/** Receives the number of bytes read so far, and the total. */
export type Progress = (done: number, total: number) => void

const digestOf = async (
  { primitives }: Reading,
  window: Window,
  file: StoredFile,
  report: (offset: number) => void,
) => {
  const digest = primitives.digest(file.size)
  for (let offset = 0; offset < file.size; ) {
    const piece = await window.some(file.start + offset, file.size - offset)
    digest.update(piece)
    offset += piece.length
    report(file.start + offset)
  }
  return digest.end()
}

/** Compares one file with its expected digests. */
const compare = async (reading: Reading, window: Window, file: StoredFile, report: (offset: number) => void) => {
  const { addFinding } = reading
  const { name } = file
  if (!(await hasItsHeader(window, file))) addFinding('files', 'header-altered', { file: name })
  try {
    const { sha256, crc32 } = await digestOf(reading, window, file, report)
    if (file.sha256 !== undefined && file.sha256 !== toHex(sha256)) addFinding('files', 'altered', { file: name })
    else if (file.crc32 !== crc32) addFinding('files', 'crc-wrong', { file: name })
  } catch (error) {
    if (!(error instanceof EndsEarly)) throw error
    addFinding('files', 'ends-early', { file: name })
  }
}

/** Reads the expected digests from the manifests, and reports files that are missing, unlisted or out of order. */
const readManifests = async (reading: Reading, { covers }: Signed): Promise<void> => {
  const { files, addFinding } = reading
  const actual = files.keys()
  let isInOrder = true
  const expect = (name: string, sha256?: string) => {
    const file = files.get(name)
    const actualName = isInOrder ? actual.next().value : name
    if (!file) addFinding('files', 'missing', { file: name })
    else if (sha256 !== undefined) file.sha256 = sha256
    if (actualName === name) return
    isInOrder = false
    if (file) addFinding('files', 'wrong-order', { file: name, other: actualName ?? 'nothing' })
  }
  expect('mimetype')
  for (const [name, sha256] of covers) expect(name, sha256)
  expect(noteFile)
  await eachLine(reading, 'files', manifestFile, (line, number) => {
    const [, sha256, name = ''] = manifestLine.exec(line) ?? []
    if (sha256 === undefined || files.get(name)?.sha256 !== undefined)
      return addFinding('files', 'manifest-malformed', { line: number })
    return expect(name, sha256)
  })
  for (const { name, sha256 } of files.values())
    if (sha256 === undefined && name !== 'mimetype' && name !== noteFile)
      addFinding('files', 'unlisted', { file: name })
}

const bagit = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'

const asOfPrefix = 'As-Of: '
const samplePrefix = 'Sample-Data: '
const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Reads the as-of time of the records, if the bag has one. Reports an invalid time. */
const readAsOf = ({ addFinding }: Reading, lines: readonly string[]): string | undefined => {
  const [line, ...more] = lines.filter(text => text.startsWith(asOfPrefix))
  const asOf = line?.slice(asOfPrefix.length)
  const isValid = asOf === undefined || (timestampPattern.test(asOf) && more.length === 0)
  return isValid
    ? asOf
    : addFinding('files', 'bag-contradicts', { file: 'bag-info.txt', what: `${asOfPrefix}one moment` })
}

/**
 * Checks the bag's metadata about itself, because a signature alone does not make it true. Returns its as-of time, and
 * whether it comes from a sample workspace.
 */
const checkBag = async (reading: Reading, { id }: Signed) => {
  const { files, addFinding } = reading
  const payload = [...files.values()].filter(({ name }) => name.startsWith('data/'))
  const octets = payload.reduce((sum, { size }) => sum + size, 0)
  const lines = (await textOf(reading, 'files', 'bag-info.txt'))?.split('\n') ?? []
  for (const line of [`External-Identifier: ${id}`, `Payload-Oxum: ${octets}.${payload.length}`])
    if (!lines.includes(line)) addFinding('files', 'bag-contradicts', { file: 'bag-info.txt', what: line })
  if ((await textOf(reading, 'files', 'bagit.txt')) !== bagit)
    addFinding('files', 'bag-contradicts', { file: 'bagit.txt', what: 'BagIt 1.0' })
  const asOf = readAsOf(reading, lines)
  const isSample = lines.some(line => line.startsWith(samplePrefix))
  return { ...(asOf !== undefined && { asOf }), ...(isSample && { sample: true as const }) }
}

/** Compares all files. Returns the numbers of files and bytes, and the result of `checkBag`. */
export const checkFiles = async (reading: Reading, signed: Signed, progress: Progress) => {
  const { source, files, addFinding } = reading
  const window = new Window(source)
  const manifest = files.get(manifestFile)
  if (!manifest) return addFinding('files', 'missing', { file: manifestFile })
  const expectedDigest = signed.covers.get(manifestFile)
  if (toHex((await digestOf(reading, window, manifest, () => undefined)).sha256) !== expectedDigest)
    addFinding('files', 'altered', { file: manifestFile })
  await readManifests(reading, signed)
  for (const file of files.values()) await compare(reading, window, file, offset => progress(offset, source.size))
  const first = files.get('mimetype')
  if (!first || first.size > 100 || !isMimetype(await window.all(first.start, first.size)))
    addFinding('files', 'mimetype-altered')
  return { files: files.size, bytes: source.size, ...(await checkBag(reading, signed)) }
}
