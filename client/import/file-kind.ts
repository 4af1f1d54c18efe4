/** Determines the kind of a file by its bytes, not by its name. */
import { decodeText } from './decode.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { openArchive } from './unzip.ts'

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]): boolean =>
  signature.every((byte, i) => bytes[i] === byte)

/** The name, in UTF-16, of the stream that contains a password-protected workbook in a compound file. */
const encryptedPackage = Uint8Array.from([...'EncryptedPackage'].flatMap(letter => [letter.charCodeAt(0), 0]))

const includes = (bytes: Uint8Array, sequence: Uint8Array): boolean => {
  const first = sequence[0] ?? 0
  for (let index = bytes.indexOf(first); index >= 0; index = bytes.indexOf(first, index + 1))
    if (sequence.every((byte, i) => bytes[index + i] === byte)) return true
  return false
}

const requireReadableZip = (bytes: Uint8Array<ArrayBuffer>): void => {
  const archive = openArchive(bytes)
  if (archive.has('xl/workbook.bin')) throw new UnreadableFile('oldWorkbook', { kind: '.xlsb' })
  if (archive.has('content.xml') && archive.has('mimetype')) throw new UnreadableFile('openDocument')
  if (archive.has('Index/Document.iwa')) throw new UnreadableFile('otherFile', { kind: 'a document of Apple Numbers' })
  if (archive.has('word/document.xml')) throw new UnreadableFile('otherFile', { kind: 'a document of Word' })
}

const otherKinds: readonly (readonly [kind: string, signature: readonly number[]])[] = [
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['packed with gzip', [0x1f, 0x8b]],
  ['a Parquet file', [0x50, 0x41, 0x52, 0x31]],
  ['an SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
  ['a picture', [0x89, 0x50, 0x4e, 0x47]],
]

const markupKind = (text: string): string | undefined => {
  const beginning = text.slice(0, 2000).trimStart().toLowerCase()
  if (/^<(!doctype html|html|table|head|body|meta)\b/.test(beginning)) return 'a web page (HTML)'
  return beginning.startsWith('<?xml') || /^<[a-z]+[\s>:]/.test(beginning) ? 'XML' : undefined
}

/**
 * Whether a file is a workbook, by its bytes; otherwise it may be separated values. Throws {@link UnreadableFile} for
 * other kinds of files.
 */
export const isWorkbookFile = (bytes: Uint8Array<ArrayBuffer>): boolean => {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    if (includes(bytes, encryptedPackage)) throw new UnreadableFile('encrypted')
    throw new UnreadableFile('oldWorkbook', { kind: '.xls' })
  }
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0x50, 0x4b, 0x05, 0x06)) {
    requireReadableZip(bytes)
    return true
  }
  // Worksheets of Excel 2 to 4, which were not compound files.
  if (startsWith(bytes, 0x09) && [0x00, 0x02, 0x04].includes(bytes[1] ?? -1) && [0x04, 0x06].includes(bytes[2] ?? -1))
    throw new UnreadableFile('oldWorkbook', { kind: '.xls' })
  const [kind] = otherKinds.find(([, signature]) => startsWith(bytes, ...signature)) ?? []
  if (kind !== undefined) throw new UnreadableFile('otherFile', { kind })
  return false
}

/** Throws {@link UnreadableFile} if a text is not separated values but HTML, XML or JSON. */
export const requireSeparatedValues = (text: string): void => {
  const kind = markupKind(text) ?? (/^\s*[[{]\s*["{[\]}]/.test(text.slice(0, 2000)) ? 'JSON' : undefined)
  if (kind !== undefined) throw new UnreadableFile('otherFile', { kind })
}

/** JSON reports other than SARIF: top-level keys, a description, and what to do instead. */
const reports: readonly (readonly [keys: readonly string[], kind: string, way: string])[] = [
  [
    ['auditReportVersion', 'vulnerabilities'],
    'the report of npm audit',
    'npm audit writes no SARIF; osv-scanner and trivy do for the same lock file',
  ],
  [
    ['advisories', 'metadata'],
    'the report of an audit by npm 6, pnpm or yarn',
    'osv-scanner and trivy write SARIF for the same lock file',
  ],
  [['SchemaVersion', 'ArtifactName'], 'a report of Trivy', 'use trivy --format sarif'],
  [['matches', 'descriptor'], 'a report of Grype', 'use grype -o sarif'],
  [['bomFormat'], 'a CycloneDX document', 'it lists parts and not findings'],
  [['spdxVersion'], 'an SPDX document', 'it lists parts and not findings'],
  [['errors', 'paths', 'results'], 'a report of Semgrep', 'use semgrep --sarif'],
  [['check_type', 'results'], 'a report of Checkov', 'use checkov -o sarif'],
]

/** Throws {@link UnreadableFile} if JSON is a known report format other than SARIF. */
export const requireSarif = (bytes: Uint8Array): void => {
  let report: unknown
  try {
    report = JSON.parse(decodeText(bytes))
  } catch {
    return
  }
  if (typeof report !== 'object' || report === null || 'runs' in report) return
  const [, kind, way] = reports.find(([keys]) => keys.every(key => key in report)) ?? []
  if (kind !== undefined && way !== undefined) throw new UnreadableFile('otherReport', { kind, way })
}
