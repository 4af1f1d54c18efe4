import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { UnreadableTable } from '#client/import/clause-table.ts'
import { shown } from '#client/import/number-format.ts'
import { type ClauseFileOptions, readClauseFile } from '#client/import/read.ts'
import { type Reason, UnreadableFile } from '#client/import/unreadable-file.ts'
import { type PartHeader, partsOf, rowsOf, workbookOf, zipParts } from './workbooks.ts'

const read = (bytes: Uint8Array<ArrayBuffer>, options?: ClauseFileOptions) =>
  readClauseFile({ name: 'a.xlsx', bytes }, options)
const headingRow =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>'
const texts = ['<si><t>Key</t></si>', '<si><t>Title</t></si>', '<si><t>Text</t></si>']
const readCells = async (rows: string, more: Partial<Parameters<typeof partsOf>[0]> = {}) => {
  const workbook = await read(zipParts(partsOf({ sheets: { One: `${headingRow}${rows}` }, texts, ...more })))
  return { ...workbook, cells: workbook.clauses.map(({ clauseKey, title, text }) => [clauseKey, title, text]) }
}

const assertRejected = (promise: Promise<unknown>, reason: Reason, messagePattern = /./) =>
  assert.rejects(promise, error => {
    assert.ok(error instanceof UnreadableFile, String(error))
    assert.equal(error.reason, reason)
    assert.match(error.message, messagePattern)
    return true
  })

describe('a workbook', () => {
  test('the texts of its cells are read: shared, in runs, inline, from formulas, without phonetic text', async () => {
    const rich = '<si><r><t>Rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh sb="0"><t>ruby</t></rPh></si>'
    const { cells, losses } = await readCells(
      `<row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3" t="inlineStr"><is><t>In&amp;side</t></is></c>
       <c r="C3" t="str"><f>"=" &amp; A1</f><v>Saved_x000D_
_x005F_x0041_</v></c></row>`,
      { texts: [...texts, rich] },
    )
    assert.deepEqual(cells, [['Rich text', 'In&side', 'Saved\r\n_x0041_'.replace('\r\n', '\n')]])
    assert.equal(losses.formulas, 1)
  })

  test('numbers and dates are read as displayed', async () => {
    const formats = ['0.00', 'yyyy\\-mm\\-dd', '"A."0', '000', 'dd/mm/yyyy hh:mm', '# ?/?']
    const row = (number: number, style: number, value: string) =>
      `<row r="${number}"><c r="A${number}" s="${style}"><v>${value}</v></c><c r="B${number}" t="b"><v>1</v></c></row>`
    const { cells, losses } = await readCells(
      [row(2, 1, '5.1'), row(3, 2, '46351'), row(4, 3, '7'), row(5, 4, '7'), row(6, 0, '0.30000000000000004')].join(
        '',
      ) + [row(7, 5, '46351.75'), row(8, 6, '0.5')].join(''),
      { formats },
    )
    const keys = ['5.10', '2026-11-25', 'A.7', '007', '0.3', '2026-11-25 18:00', '0.5']
    assert.deepEqual(
      cells.map(([key]) => key),
      keys,
    )
    assert.equal(losses.unformatted, 1)
  })

  for (const [value, code, is1904, expected] of [
    [1, 'yyyy-mm-dd', false, '1900-01-01'],
    [59, 'yyyy-mm-dd', false, '1900-02-28'],
    [61, 'yyyy-mm-dd', false, '1900-03-01'],
    [0, 'yyyy-mm-dd', true, '1904-01-01'],
    [1.5, '[h]:mm:ss', false, '36:00:00'],
    [0.5, 'h:mm AM/PM', false, '12:00'],
    [0.125, '0.0%', false, '12.5%'],
    [-3, '0;(0)', false, '(3)'],
    [-3, '0', false, '-3'],
    [1.005, '0.00', false, '1.01'],
    [1234.5, '#,##0.##', false, '1234.5'],
    [3, '[Red]0 "of" "5"', false, '3 of 5'],
    [12, 'General', false, '12'],
    [1e21, 'General', false, '1e+21'],
    [12, '0.0.0', false, undefined],
  ] as const)
    test(`${value} is displayed with ${code} as ${expected}${is1904 ? ', from 1904 on' : ''}`, () => {
      assert.equal(shown(value, code, is1904), expected)
    })

  test('merged cells are filled downwards and not sideways, and reported', async () => {
    const mergedCells = '<mergeCells><mergeCell ref="C2:C3"/><mergeCell ref="A4:C4"/></mergeCells>'
    const { cells, losses } = await readCells(
      `<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="str"><v>One</v></c><c r="C2" t="str"><v>Both</v></c></row>
       <row r="3"><c r="A3"><v>2</v></c><c r="B3" t="str"><v>Two</v></c><c r="C3"/></row>
       <row r="4"><c r="A4" t="str"><v>Chapter</v></c></row>`,
      { after: mergedCells },
    )
    assert.deepEqual(cells, [
      ['1', 'One', 'Both'],
      ['2', 'Two', 'Both'],
      ['Chapter', '', ''],
    ])
    assert.equal(losses.merged, 1)
  })

  test('its headings may be below a title, and the caller may choose the sheet and columns', async () => {
    const cover = rowsOf([['Our rules'], ['Edition 3'], [], ['Nr', 'Bezeichnung', 'Ours'], ['1', 'First', 'mine']])
    const otherRows = rowsOf([
      ['a', 'b'],
      ['k', 't'],
    ])
    const bytes = zipParts(partsOf({ sheets: { Cover: cover, 'R&D': otherRows } }))
    const { clauses, table } = await read(bytes)
    assert.deepEqual([clauses.length, clauses[0]?.clauseKey, clauses[0]?.title], [1, '1', 'First'])
    assert.deepEqual(table?.sheets, ['Cover', 'R&D'])
    const { clauses: ownColumns } = await read(bytes, { columns: { title: 2, clauseKey: 1 } })
    assert.deepEqual([ownColumns[0]?.clauseKey, ownColumns[0]?.title], ['First', 'mine'])
    await assert.rejects(read(bytes, { sheet: 'R&D' }), error => {
      assert.ok(error instanceof UnreadableTable)
      assert.deepEqual([error.reason, error.table.sheet, error.table.headings], ['noColumns', 'R&D', ['a', 'b']])
      return true
    })
    const { clauses: fromSheet } = await read(bytes, { sheet: 'R&D', columns: { clauseKey: 0, title: 1 } })
    assert.deepEqual(
      fromSheet.map(({ clauseKey, title }) => [clauseKey, title]),
      [['k', 't']],
    )
    await assertRejected(read(bytes, { sheet: 'No' }), 'noSheet', /its sheets are Cover, R&D/)
  })

  test('formulas are not computed: a cell that is read and has no saved value is named and rejected', async () => {
    const row = '<row r="2"><c r="A2" t="str"><v>k</v></c><c r="B2"><f>1+1</f></c><c r="D2"><f>1+1</f></c></row>'
    await assertRejected(readCells(row), 'uncomputed', /Cell B2 is a formula/)
    const { cells } = await readCells(row.replace('<c r="B2"><f>1+1</f></c>', '<c r="B2"><f>1+1</f><v>2</v></c>'))
    assert.deepEqual(cells, [['k', '2', '']])
  })

  test('a workbook with prefixes, absolute targets and UTF-16 is read too', async () => {
    const parts = partsOf({
      sheets: {
        One: rowsOf([
          ['key', 'title'],
          ['ä', 'Ö'],
        ]),
      },
    })
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
    const prefixed = sheet
      .replace(' xmlns=', ' xmlns:x=')
      .replace(/<(\/?)(?=[a-z])/g, '<$1x:')
      .replace('encoding="UTF-8"', 'encoding="UTF-16"')
    const utf16 = Buffer.from(`\ufeff${prefixed}`, 'utf16le')
    const { clauses } = await read(zipParts({ ...parts, 'xl/worksheets/sheet1.xml': utf16 }))
    assert.deepEqual(
      clauses.map(({ clauseKey, title }) => [clauseKey, title]),
      [['ä', 'Ö']],
    )
  })
})

describe('a malicious workbook', () => {
  const plainParts = partsOf({
    sheets: {
      One: rowsOf([
        ['key', 'title'],
        ['a', 'b'],
      ]),
    },
  })
  const sheet = 'xl/worksheets/sheet1.xml'
  const compound = (stream: string) =>
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...Array(600).fill(0), ...Buffer.from(stream, 'utf16le')])
  const withHeader = (change: Partial<PartHeader>) =>
    zipParts(plainParts, (name, header) => (name === sheet ? { ...header, ...change } : header))
  const padded = (mib: number) => {
    const text = plainParts[sheet] ?? ''
    return zipParts({
      ...plainParts,
      [sheet]: text.replace('<sheetData>', `${' '.repeat(mib * 1024 * 1024)}<sheetData>`),
    })
  }
  const bombs: readonly [name: string, make: () => Uint8Array<ArrayBuffer>, reason: Reason][] = [
    ['compresses 3 MiB to almost nothing', () => padded(3), 'bomb'],
    ['unpacks to less than it declares', () => padded(65), 'largePart'],
    ['declares a smaller size than it has', () => withHeader({ size: 40 }), 'bomb'],
    ['declares a larger size than it has', () => withHeader({ size: 100_000 }), 'noZip'],
    ['was damaged', () => withHeader({ crc: 1 }), 'noZip'],
    ['is locked', () => withHeader({ flags: 1 }), 'encrypted'],
    ['uses another compression method', () => withHeader({ method: 12 }), 'noZip'],
    ['is truncated', () => withHeader({ packed: 1_000_000 }), 'noZip'],
    ['has a part twice', () => zipParts([...Object.entries(plainParts), [sheet, 'x']]), 'noZip'],
    [
      'has very many parts',
      () =>
        zipParts([...Object.entries(plainParts), ...Array.from({ length: 2001 }, (_, i) => [`m${i}`, ''] as const)]),
      'manyEntries',
    ],
    ['is of Excel 97', () => compound('Workbook'), 'oldWorkbook'],
    ['has a password', () => compound('EncryptedPackage'), 'encrypted'],
    ['is binary', () => zipParts({ 'xl/workbook.bin': 'x' }), 'oldWorkbook'],
    ['is of OpenDocument', () => zipParts({ mimetype: 'application/vnd.oasis', 'content.xml': 'x' }), 'openDocument'],
    ['is a web page', () => new TextEncoder().encode('<!doctype html>'), 'otherFile'],
    ['has no sheet', () => zipParts({ ...plainParts, 'xl/workbook.xml': '<workbook/>' }), 'noSheets'],
    [
      'lacks the part of a sheet',
      () => zipParts(Object.entries(plainParts).filter(([name]) => name !== sheet)),
      'noWorkbook',
    ],
  ]
  for (const [name, make, reason] of bombs) test(`${name}: ${reason}`, () => assertRejected(read(make()), reason))

  const entities = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]>'
  const sheets: readonly [name: string, xml: (text: string) => string, reason: Reason][] = [
    ['entities', text => text.replace('<worksheet', `${entities}<worksheet`), 'noXml'],
    [
      'a file to fetch',
      text => text.replace('<worksheet', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><worksheet'),
      'noXml',
    ],
    ['XML that is not well-formed', text => text.replace('</sheetData>', ''), 'noXml'],
    ['deeply nested elements', text => text.replace('<sheetData>', `${'<a>'.repeat(100)}<sheetData>`), 'noXml'],
    ['another encoding', text => text.replace('UTF-8', 'windows-1252'), 'noXml'],
    ['a row twice', text => text.replaceAll('<row>', '<row r="1">'), 'noXml'],
    ['a long text', text => text.replace('<t>b', `<t>${'b'.repeat(100_001)}`), 'longText'],
    ['many rows', text => text.replace('</sheetData>', `${rowsOf(Array(20_000).fill(['a']))}</sheetData>`), 'manyRows'],
    [
      'many cells',
      text => text.replace('</sheetData>', `${'<row><c r="SF9" t="str"><v>a</v></c></row>'.repeat(2001)}</sheetData>`),
      'manyCells',
    ],
    [
      'a huge area of merged cells',
      text =>
        text.replace(
          '</sheetData>',
          `</sheetData>${Array.from({ length: 100_001 }, (_, i) => `<mergeCell ref="A${i + 1}:A${i + 2}"/>`).join('')}`,
        ),
      'manyMerged',
    ],
  ]
  for (const [name, change, reason] of sheets)
    test(`a sheet with ${name}: ${reason}`, () => {
      return assertRejected(read(zipParts({ ...plainParts, [sheet]: change(plainParts[sheet] ?? '') })), reason)
    })

  test('names in a workbook are never treated as properties of objects', async () => {
    const { clauses } = await read(
      workbookOf([
        ['key', 'title', '__proto__'],
        ['__proto__', 'constructor', 'x'],
      ]),
    )
    assert.deepEqual(
      clauses.map(({ clauseKey, title }) => [clauseKey, title]),
      [['__proto__', 'constructor']],
    )
  })
})
