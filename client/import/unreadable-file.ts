/** The English messages about files that cannot be read; `{{…}}` are values. The web app has German texts too. */
export const reasons = {
  wrongName: 'The file name must end with .json, .yaml, .csv, .tsv, .xlsx or .xlsm.',
  oldWorkbook: 'The file is a workbook in an unsupported format ({{kind}}); save it as .xlsx.',
  openDocument: 'The file is an OpenDocument spreadsheet (.ods); save it as .xlsx or .csv.',
  otherFile: 'The file is {{kind}}, not a table.',
  otherReport: 'The file is {{kind}}, not SARIF: {{way}}.',
  unknownEncoding: 'The text encoding of the file is not supported; save it as UTF-8.',
  needsScale:
    'The column “{{heading}}” contains whole numbers from {{from}} to {{to}}. Set the scale and its most severe value, for example --scale 1-5 --worst 5.',
  tooLarge: 'The file is larger than {{most}} MiB.',
  notUtf8: 'The file is not UTF-8 text; save it as UTF-8.',
  broken: 'The file is not valid {{kind}}.',
  brokenAt: 'The file is not valid {{kind}}: line {{line}} cannot be read.',
  noObject: 'The file is not a {{kind}} file of clauses.',
  noClauses: 'The file has no clauses.',
  manyClauses: 'The file has {{count}} clauses; at most {{most}} can be imported.',
  tooDeep: 'The file is nested too deeply.',
  notText: '{{place}} must be text.',
  notList: '{{place}} must be a list.',
  notObject: '{{place}} must be an object.',
  lacksField: '{{place}} lacks {{field}}.',
  xml: 'The file is XML ({{root}}), which is not supported. NIST and most publishers provide the same document as JSON and YAML.',
  otherOscal: 'The file is an OSCAL {{model}}; only catalogs and profiles are supported.',

  noFramework: 'The library contains no framework.',
  severalFrameworks: 'The library contains several frameworks ({{names}}); keep one of them in the file.',
  mappingInstead: 'The file contains mappings between frameworks; import it with “Import a mapping”.',

  noMapping:
    'The file contains no mapping between frameworks: neither an OSCAL mapping collection nor a mapping set of CISO Assistant.',
  manyRelations: 'A mapping has {{count}} relations; at most {{most}} can be imported.',

  noCatalog: 'The file is neither an OSCAL catalog or profile nor a library of CISO Assistant.',
  needsCatalog: 'The file is a profile; add the catalog that it selects from.',
  extraFileNotCatalog: '{{file}} was chosen with the profile, but is neither a catalog nor a profile.',
  catalogWithoutProfile: 'A catalog was chosen too, but the file is not an OSCAL profile.',
  noImports: 'The profile imports nothing.',
  importMissing: 'The profile imports {{href}}, which is not among the chosen files; add it.',
  circular: 'The profile {{href}} imports itself, directly or through another.',
  manyImports: 'The profile has more than {{most}} imports, including those of imported profiles.',
  noneSelected: 'The profile selects no controls. The catalog does not contain the ones it names: {{names}}.',
  remapped: 'The profile assigns new ids to controls (mapping), which is not supported.',
  combineMerge:
    'The profile merges different controls called {{id}} (combine: merge), which OSCAL leaves undefined; use “use-first” or “keep” instead.',
  combineUnknown: 'The profile combines controls by “{{method}}”, which OSCAL does not define.',
  severalStructures: 'The profile sets more than one of flat, as-is and custom; OSCAL allows only one.',
  clash: 'The profile includes {{id}} several times, without a rule that chooses one (combine: use-first).',
  catalogRepeats: 'The catalog has {{id}} twice.',

  otherSarif: 'The file is not SARIF 2.1.0 but {{version}}.',
  invalidSarif: 'The file is not valid SARIF 2.1.0: {{problems}}.',
  noColumns: 'The headings clauseKey and title are missing; choose the columns yourself.',
  noFindingColumns:
    'No column has a title, or none has a severity. Choose both with --column title=… --column severity=….',
  noColumn: 'The file has no column “{{heading}}”.',
  emptyTable: 'The file has no rows.',
  manyRows: 'The file has more than {{most}} rows.',
  manyCells: 'The file has more than {{most}} cells.',
  longText: 'Cell {{cell}} has more than {{most}} characters.',
  uncomputed:
    'Cell {{cell}} is a formula that was never computed. Open and save the workbook in a spreadsheet program.',
  manyMerged: 'The workbook has more than {{most}} merged cells.',

  noZip: 'The file is not a workbook: it cannot be unpacked.',
  noWorkbook: 'The file is not a workbook: {{part}} is missing.',
  noXml: 'The file is not a workbook: {{part}} cannot be read.',
  encrypted: 'The file is protected by a password; save it without one.',
  zip64: 'The file uses the ZIP format for files larger than 4 GiB.',
  manyEntries: 'The workbook has more than {{most}} parts.',
  largePart: 'The part {{part}} of the workbook is larger than {{most}} MiB unpacked.',
  bomb: 'The part {{part}} of the workbook has a compression ratio above {{most}}:1, which is too high for a workbook.',
  manyStrings: 'The workbook has more than {{most}} text strings.',
  noSheet: 'The workbook has no sheet “{{sheet}}”; its sheets are {{sheets}}.',
  noSheets: 'The workbook has no sheet with cells.',
}

export type Reason = keyof typeof reasons
export type Values = Readonly<Record<string, string | number>>

/** A file that cannot be read. The message explains the reason to the person who chose it. */
export class UnreadableFile extends Error {
  readonly reason: Reason
  readonly values: Values

  constructor(reason: Reason, values: Values = {}) {
    super(reasons[reason].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')))
    this.reason = reason
    this.values = values
  }
}
