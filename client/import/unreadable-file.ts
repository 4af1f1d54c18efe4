/** The reasons why a file cannot be read, in English; `{{…}}` are values. The page has German texts. */
export const reasons = {
  wrongName: 'Its name must end with .json, .yaml, .csv, .tsv, .xlsx or .xlsm.',
  oldWorkbook: 'It is a workbook of another format ({{kind}}); save it as .xlsx.',
  openDocument: 'It is an OpenDocument spreadsheet (.ods); save it as .xlsx or .csv.',
  otherFile: 'It is {{kind}}, not a table.',
  otherReport: 'It is {{kind}}, not SARIF: {{way}}.',
  unknownEncoding: 'Its text encoding is not supported; save it in UTF-8.',
  needsScale:
    'The column “{{heading}}” has whole numbers from {{from}} to {{to}}; name their scale and its worst end, such as --scale 1-5 --worst 5.',
  tooLarge: 'It is larger than {{most}} MiB.',
  notUtf8: 'It is not text in UTF-8.',
  broken: 'It is not valid {{kind}}.',
  brokenAt: 'It is not valid {{kind}}: line {{line}} cannot be read.',
  noObject: 'It is not a {{kind}} file of clauses.',
  noClauses: 'It has no clauses.',
  manyClauses: 'It has {{count}} clauses; at most {{most}} can be read.',
  tooDeep: 'It is nested too deeply.',
  notText: '{{place}} must be text.',
  notList: '{{place}} must be a list.',
  notObject: '{{place}} must be an object.',
  lacksField: '{{place}} lacks {{field}}.',
  xml: 'It is XML ({{root}}), which is not read. NIST and most publishers provide the same document as JSON and YAML.',
  otherOscal: 'It is an OSCAL {{model}}; catalogs and profiles are read.',

  noFramework: 'The library contains no framework.',
  severalFrameworks: 'The library contains several frameworks ({{names}}); keep one of them in the file.',
  mappingInstead: 'It contains mappings between frameworks; import it with “Import a mapping”.',

  noMapping:
    'It contains no mapping between frameworks: neither an OSCAL mapping collection nor a mapping set of CISO Assistant.',
  manyRelations: 'A mapping has {{count}} relations; at most {{most}} can be read.',

  noCatalog: 'It is neither an OSCAL catalog or profile nor a library of CISO Assistant.',
  needsCatalog: 'It is a profile; the catalog that it selects from is needed too.',
  besideNoCatalog: '{{file}} was given with the profile, but is neither a catalog nor a profile.',
  besideNoProfile: 'A catalog was given with it, but it is not an OSCAL profile.',
  noImports: 'The profile imports nothing.',
  importMissing: 'The profile imports {{href}}, which is not among the given files; add it.',
  circular: 'The profile {{href}} imports itself, directly or through another.',
  manyImports: 'The profile has more than {{most}} imports, including those of imported profiles.',
  noneSelected: 'The profile selects no control. It names these, which its catalog lacks: {{names}}.',
  remapped: 'The profile gives controls other ids (mapping), which is not supported.',
  combineMerge:
    'The profile merges different controls called {{id}} (combine: merge), which OSCAL leaves undefined; use use-first or keep.',
  combineUnknown: 'The profile combines controls by “{{method}}”, which OSCAL does not know.',
  severalStructures: 'The profile requests several of flat, as-is and custom; OSCAL allows one.',
  clash: 'The profile includes {{id}} several times and does not say which one counts (combine: use-first).',
  catalogRepeats: 'The catalog has {{id}} twice.',

  otherSarif: 'It is not SARIF 2.1.0: it is {{version}}.',
  oddSarif: 'It is not valid SARIF 2.1.0: {{problems}}.',
  noColumns: 'Its headings must name the columns clauseKey and title; otherwise choose the columns.',
  noFindingColumns:
    'No column names the findings, or none rates them; set them with --column title=… --column severity=….',
  noColumn: 'It has no column “{{heading}}”.',
  emptyTable: 'It has no rows.',
  manyRows: 'It has more than {{most}} rows.',
  manyCells: 'It has more than {{most}} cells.',
  longText: 'Cell {{cell}} has more than {{most}} characters.',
  uncomputed:
    'Cell {{cell}} is a formula that was never computed. Open and save the workbook in a spreadsheet program.',
  manyMerged: 'It has more than {{most}} merged cells.',

  noZip: 'It is not a workbook: it cannot be unpacked.',
  noWorkbook: 'It is not a workbook: {{part}} is missing.',
  noXml: 'It is not a workbook: {{part}} cannot be read.',
  encrypted: 'It is protected by a password; save it without one.',
  zip64: 'It uses the ZIP format for files larger than 4 GiB.',
  manyEntries: 'It has more than {{most}} parts.',
  largePart: 'Its part {{part}} is larger than {{most}} MiB unpacked.',
  bomb: 'Its part {{part}} is compressed more than {{most}} to 1, which no workbook is.',
  manyStrings: 'It has more than {{most}} texts.',
  noSheet: 'It has no sheet “{{sheet}}”; it has {{sheets}}.',
  noSheets: 'It has no sheet with cells.',
}

export type Reason = keyof typeof reasons
export type Values = Readonly<Record<string, string | number>>

/** A file in an unsupported form; the message gives the reason to the person who chose it. */
export class UnreadableFile extends Error {
  readonly reason: Reason
  readonly values: Values

  constructor(reason: Reason, values: Values = {}) {
    super(reasons[reason].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')))
    this.reason = reason
    this.values = values
  }
}
