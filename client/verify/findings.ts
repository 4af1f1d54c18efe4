/** The possible findings: codes with English sentences. The page also has German sentences. */

import { nameControls } from './direction-controls.ts'

export const sections = [
  'container',
  'signature',
  'files',
  'ledger',
  'records',
  'decisions',
  'time',
  'left out',
] as const
export type Section = (typeof sections)[number]

/** The values of a finding replace `{file}`, `{line}`, `{row}`, `{what}` and `{other}`. */
export const sentences = {
  __proto__: null as never,
  'end-altered': 'the end of the file is missing or altered',
  'directory-altered': 'the directory of the file is altered',
  'header-altered': 'the header of {file} is altered',
  'bad-name': 'a file has a name that is not allowed in a bundle: {file}',
  'name-twice': 'two files have the same name except for case: {file}',
  'loose-bytes': '{file} follows bytes that belong to no file, or overlaps another file',
  'ends-early': 'the file ends before the end of {file}',
  'wrong-order': '{file} is expected where {other} is found',
  'mimetype-altered': 'mimetype is altered',

  'too-large': '{file} is larger than it may be',
  'not-text': '{file} is not text in UTF-8',
  missing: '{file} is missing',
  'bad-key': 'line {line} of {file} is not a key of this ledger: {what}',
  'note-malformed': '{file} is not a signed note',
  'note-not-signed': 'no key of data/ledger/keys.txt signed {file}',
  'signature-broken': 'the signature of {file} is not valid: it was altered, or signed by another key',
  'not-by-your-key': 'the bundle is signed by {what}, which is none of the keys that you named',
  'not-a-bundle-note': 'META-INF/bundle.note does not say that this is an audit bundle',
  'notes-disagree': 'the bundle was signed for a checkpoint other than the one in data/ledger/checkpoint.txt',

  altered: '{file} is altered',
  'crc-wrong': '{file} has a CRC-32 other than the one in the container',
  unlisted: '{file} is in no manifest',
  'manifest-malformed': 'line {line} of manifest-sha256.txt is not a digest and a name',
  'bag-contradicts': '{file} contradicts what was signed: {what}',

  'line-too-long': 'line {line} of {file} is longer than it may be',
  'line-malformed': 'line {line} of {file} is not allowed in such a file',
  'line-ambiguous':
    'line {line} of {file} may be read in more than one way: doubled names, white space, a number that is too large',
  'line-cut': 'the last line of {file} is cut off',

  'row-misplaced':
    'row {row} of the ledger is expected where row {what} is found: rows are missing, duplicated or exchanged',
  'skip-malformed': 'rows {row} to {what} of the ledger are left out in a form that is not allowed',
  'skip-crosses':
    'rows {row} to {what} are left out across the checkpoint of size {other}, which therefore cannot be compared',
  'disclosure-malformed': 'row {row} of the ledger shows a field in a form that may be read in more than one way',
  'disclosure-wrong': 'row {row} of the ledger shows a different {what} from what was sealed',
  'disclosure-twice': 'row {row} of the ledger shows {what} twice',
  'hidden-field': 'row {row} of the ledger hides {what}, which may not be hidden',
  'root-wrong': 'the rows of the ledger do not match the checkpoint: one of them was altered',
  'row-later': 'row {row} of the ledger was logged after the moment that the bundle is as of: at {what}',
  'size-wrong': 'the ledger has {what} rows and its checkpoint {other}',
  'past-root-wrong': 'the rows do not match the checkpoint published at size {row}: history was rewritten after it',
  'past-malformed': 'line {line} of data/ledger/checkpoints.jsonl is not a checkpoint of this ledger signed by its key',
  'history-rewritten':
    'the rows do not match the checkpoint of size {row} that you hold: history was rewritten after it',
  'erasure-unmatched': 'line {line} of data/ledger/erasures.jsonl names a field that the rows do not show as erased',

  'leaf-not-shown': 'line {line} of {file} is proved by row {row}, which is not shown',
  'record-not-sealed': 'line {line} of {file} is not the record in row {row} of the ledger',
  'content-not-sealed': 'line {line} of {file} does not have the content in row {row} of the ledger',
  'record-of-another': 'line {line} of {file} is proved by row {row}, which is about another record',
  'record-outdated': 'line {line} of {file} is not the last state: row {row} is later and has a different one',
  'attachment-missing': 'line {line} of {file} names {what}, which is missing',
  'attachment-exchanged': '{what} is not the file that line {line} of {file} names',
  'attachment-unnamed': '{file} belongs to no record',

  'manifest-of-seal': '{file} does not match the files',
  'seal-incomplete': '{file} is present without {what}',
  'stamp-of-another': '{file} does not belong to this bundle',
  'seal-broken': '{file} is not valid: {what}',
  'left-out-wrong': 'data/left-out.jsonl says {what} ledger rows are left out, but {other} are',
} as const satisfies Record<string, string>

export type Code = Exclude<keyof typeof sentences, '__proto__'>
export type FindingValues = {
  file?: string
  line?: number
  row?: number
  what?: string | number
  other?: string | number
}
export type Finding = { section: Section; code: Code; text: string } & FindingValues

/** Records a finding. Throws `Stop` if the check should end. */
export type AddFinding = (section: Section, code: Code, values?: FindingValues) => undefined

/** Ends the check, after its first finding or too many findings. */
export class Stop extends Error {}

export const fill = (sentence: string, values: Readonly<Record<string, unknown>>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => nameControls(String(values[name])))

const maxFindings = 1000

/** Collects findings, at most 1,000. */
export const collect = (all: boolean): { findings: readonly Finding[]; addFinding: AddFinding } => {
  const findings: Finding[] = []
  const addFinding: AddFinding = (section, code, values = {}) => {
    if (findings.length < maxFindings) findings.push({ section, code, text: fill(sentences[code], values), ...values })
    if (!all || findings.length >= maxFindings) throw new Stop()
    return undefined
  }
  return { findings, addFinding }
}
