/** Why a file cannot be read, in English; `{{…}}` stand for values. The page has the same in German. */
export const reasons = {
  wrongName: 'Its name must end with .json, .yaml, .csv, .tsv, .xlsx or .xlsm.',
  oldWorkbook: 'Workbooks of Excel 97–2003 (.xls) and .xlsb are not read; save it as .xlsx.',
  tooLarge: 'It is larger than {{most}} MiB.',
  notUtf8: 'It is no text in UTF-8.',
  broken: 'It is no {{kind}}.',
  brokenAt: 'It is no {{kind}}: line {{line}} cannot be read.',
  noObject: 'It is no {{kind}} of clauses.',
  noClauses: 'It has no clauses.',
  manyClauses: 'It has {{count}} clauses; {{most}} are read.',
  tooDeep: 'It is nested too deeply.',

  noFramework: 'The library holds no framework.',
  noUrn: 'A requirement of the library has no urn.',

  noCatalog: 'It is no OSCAL catalog.',
  needsCatalog: 'It is a profile; the catalog that it selects from is needed too.',
  besideNoCatalog: 'What stands beside the profile is no OSCAL catalog.',
  besideProfile: 'What stands beside the profile is a profile too; resolve that one into a catalog first.',
  besideNoProfile: 'A catalog is given beside it, but it is no OSCAL profile.',
  noImports: 'The profile imports nothing.',
  severalCatalogs: 'The profile imports from {{count}} documents; profiles of one catalog are read.',
  remapped: 'The profile gives controls other ids (mapping), which is not supported.',
  combineMerge: 'The profile combines controls by “merge”, which OSCAL leaves undefined; it is not supported.',
  combineUnknown: 'The profile combines controls by “{{method}}”, which OSCAL does not know.',
  severalStructures: 'The profile asks for several of flat, as-is and custom; OSCAL allows one.',
  clash: 'The profile includes {{id}} several times and does not say which one counts (combine: use-first).',
  catalogRepeats: 'The catalog has {{id}} twice.',

  otherSarif: 'It is no SARIF 2.1.0: it is {{version}}.',
  oddSarif: 'It is not valid SARIF 2.1.0: {{problems}}.',
  noColumns: 'Its headings must name the columns clauseKey and title, or you choose them.',
  noFindingColumns: 'No column is called title or severity; name them with --column title=… --column severity=….',
  noColumn: 'It has no column “{{heading}}”.',
  emptyTable: 'It has no rows.',
  manyRows: 'It has more than {{most}} rows.',
  manyCells: 'It has more than {{most}} cells.',
  manyColumns: 'Cell {{cell}} is beyond column {{most}}.',
  longText: 'Cell {{cell}} has more than {{most}} characters.',
  uncomputed:
    'Cell {{cell}} is a formula without a saved value; formulas are not computed. Open and save the workbook in a spreadsheet program.',
  manyMerged: 'It has more than {{most}} merged cells.',

  noZip: 'It is no workbook: it cannot be unpacked.',
  noWorkbook: 'It is no workbook: {{part}} is missing.',
  noXml: 'It is no workbook: {{part}} cannot be read.',
  encrypted: 'It is protected by a password; save it without.',
  zip64: 'It is packed as if it were larger than 4 GiB.',
  manyEntries: 'It is packed of more than {{most}} parts.',
  largePart: 'Its part {{part}} is larger than {{most}} MiB unpacked.',
  bomb: 'Its part {{part}} is packed more than {{most}} to 1, as no workbook is.',
  manyStrings: 'It has more than {{most}} texts.',
  noSheet: 'It has no sheet “{{sheet}}”; it has {{sheets}}.',
  noSheets: 'It has no sheet with cells.',
}

export type Reason = keyof typeof reasons
export type Values = Readonly<Record<string, string | number>>

/** A file that is none of those that are read; the message says why, for the person who chose it. */
export class UnreadableFile extends Error {
  readonly reason: Reason
  readonly values: Values

  constructor(reason: Reason, values: Values = {}) {
    super(reasons[reason].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')))
    this.reason = reason
    this.values = values
  }
}
