/** A damaged table must either be read, with every row counted, or be rejected with a sentence. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { readFindingRows } from '#client/import/finding-table.ts'
import { readTable } from '#client/import/read-table.ts'
import { UnreadableFile } from '#client/import/unreadable-file.ts'
import { partsOf, rowsOf, zipParts } from './workbooks.ts'

const runs = Number(process.env.FUZZ_TABLES ?? 400)
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const cells = [
  ['IP', 'Hostname', 'Port', 'CVSS', 'Severity', 'Name', 'Plugin ID', 'Status', 'Description', 'Muted'],
  ['192.0.2.1', '', '443', '5.3', 'Medium', 'Weak KEX', '26928', 'open', 'The server offers "weak" keys', 'no'],
  ['192.0.2.2', 'srv', '22', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', '4 - High', 'B', '1', 'Fixed', 'x\ny', ''],
  ['', 'null', '', '', '', 'C; d|e', 'CVE-2031-1', 'False_Positive', '', 'yes'],
]

const texts = [',', ';', '\t', '|'].map(delimiter =>
  cells.map(row => row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\r\n'),
)
const books = partsOf({ sheets: { Found: rowsOf(cells) }, formats: ['0.00', 'yyyy-mm-dd'] })

const snippet = fc.oneof(
  fc.constantFrom('"', '""', ',', ';', '\r', '\n', '\u2028', '\u0000', '\ufeff', 'sep=|\n', 'null', '1e400', '=1+1'),
  fc.constantFrom(
    '<c t="d"><v>2026-11-27</v></c>',
    '<row r="0">',
    '<f>A1</f>',
    't="z"',
    's="-1"',
    '<v/>',
    ']]>',
    '&#0;',
  ),
  fc.string({ maxLength: 12, unit: 'binary' }),
)
const edits = fc.array(fc.record({ at: fc.nat(10_000), cut: fc.nat(30), put: snippet }), { minLength: 1, maxLength: 6 })

type Edit = { readonly at: number; readonly cut: number; readonly put: string }

const applyEdits = (text: string, changes: readonly Edit[]): string =>
  changes.reduce((current, { at, cut, put }) => {
    const index = at % (current.length + 1)
    return current.slice(0, index) + put + current.slice(index + cut)
  }, text)

const assertRowsCounted = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
  try {
    const result = readFindingRows(await readTable(bytes), {}, digest)
    const { closed, setAside, undecided, withoutTitle } = result.losses
    const accounted = result.findings.length + closed + setAside + undecided + withoutTitle + result.repeats.length
    assert.equal(accounted, result.rows)
    assert.equal(new Set(result.findings.map(finding => finding.sourceFingerprint)).size, result.findings.length)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    assert.doesNotMatch(error.message, /undefined|\{\{/)
  }
}

test(`separated values, ${runs} times`, { timeout: 600_000 }, async () => {
  const input = fc.tuple(fc.constantFrom(...texts), edits, fc.constantFrom('utf8', 'utf16le', 'latin1'))
  await fc.assert(
    fc.asyncProperty(input, ([text, changes, encoding]) => {
      const mark = encoding === 'utf16le' ? '\ufeff' : ''
      return assertRowsCounted(
        new Uint8Array(Buffer.from(mark + applyEdits(text, changes), encoding as BufferEncoding)),
      )
    }),
    { numRuns: runs },
  )
})

test(`workbooks, ${runs} times`, { timeout: 600_000 }, async () => {
  const input = fc.tuple(fc.constantFrom(...Object.keys(books)), edits)
  await fc.assert(
    fc.asyncProperty(input, ([part, changes]) =>
      assertRowsCounted(zipParts({ ...books, [part]: applyEdits(books[part] ?? '', changes) })),
    ),
    { numRuns: runs },
  )
})
