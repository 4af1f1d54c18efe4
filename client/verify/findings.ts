/** What may be found, as codes with their English sentences. The page has them in German too. */

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

/** `{file}`, `{line}`, `{row}`, `{what}` and `{other}` are what a finding names. */
export const sentences = {
  __proto__: null as never,
  'end-altered': 'the end of the file is missing or altered',
  'directory-altered': 'the directory of the file is altered',
  'header-altered': 'the header of {file} is altered',
  'bad-name': 'a file has a name that no bundle may hold: {file}',
  'name-twice': 'two files have the same name but for upper and lower case: {file}',
  'loose-bytes': 'before {file} there are bytes that belong to no file, or it overlaps another',
  'ends-early': 'the file ends before {file} does',
  'wrong-order': 'where {file} should stand there is {other}',
  'mimetype-altered': 'mimetype is altered',

  'too-large': '{file} is larger than it may be',
  'not-text': '{file} is not text in UTF-8',
  missing: '{file} is missing',
  'bad-key': 'line {line} of {file} is not a key of this ledger: {what}',
  'note-malformed': '{file} is not a signed note',
  'note-not-signed': 'no key of data/ledger/keys.txt signed {file}',
  'signature-broken': 'the signature of {file} does not hold: it was altered, or signed by somebody else',
  'not-by-your-key': 'the bundle is signed by {what}, which is none of the keys that you named',
  'not-a-bundle-note': 'META-INF/bundle.note does not say that this is an audit bundle',
  'notes-disagree': 'the bundle was signed for another checkpoint than that in data/ledger/checkpoint.txt',

  altered: '{file} is altered',
  'crc-wrong': '{file} has another CRC-32 than the container says',
  unlisted: '{file} is in no manifest',
  'manifest-malformed': 'line {line} of manifest-sha256.txt is not a digest and a name',
  'bag-contradicts': '{file} contradicts what was signed: {what}',

  'line-too-long': 'line {line} of {file} is longer than it may be',
  'line-malformed': 'line {line} of {file} is not what such a file holds',
  'line-ambiguous':
    'line {line} of {file} may be read in more than one way: doubled names, white space, a number that is too large',
  'line-cut': 'the last line of {file} is cut off',

  'row-misplaced':
    'where row {row} of the ledger should stand there is row {what}: rows are missing, doubled or exchanged',
  'skip-malformed': 'rows {row} to {what} of the ledger are left out in another form than they may be',
  'skip-crosses':
    'rows {row} to {what} are left out across the checkpoint of size {other}, which can then not be compared',
  'disclosure-malformed': 'row {row} of the ledger shows a field in a form that may be read in more than one way',
  'disclosure-wrong': 'row {row} of the ledger shows another {what} than was sealed',
  'disclosure-twice': 'row {row} of the ledger shows {what} twice',
  'hidden-field': 'row {row} of the ledger hides {what}, which may not be hidden',
  'root-wrong': 'the rows of the ledger do not give the checkpoint: one of them was altered',
  'row-later': 'row {row} of the ledger was logged after the moment that the bundle is as of: at {what}',
  'size-wrong': 'the ledger has {what} rows and its checkpoint {other}',
  'past-root-wrong': 'the rows do not give the checkpoint published at size {row}: history was rewritten after it',
  'past-malformed': 'line {line} of data/ledger/checkpoints.jsonl is not a checkpoint of this ledger signed by its key',
  'history-rewritten':
    'the rows do not give the checkpoint of size {row} that you hold: history was rewritten after it',
  'erasure-unmatched': 'line {line} of data/ledger/erasures.jsonl names a field that the rows do not show as erased',

  'leaf-not-shown': 'line {line} of {file} is proved by row {row}, which is not shown',
  'record-not-sealed': 'line {line} of {file} is another record than row {row} of the ledger says',
  'content-not-sealed': 'line {line} of {file} has another content than row {row} of the ledger says',
  'record-of-another': 'line {line} of {file} is proved by row {row}, which is about another record',
  'record-outdated': 'line {line} of {file} is not the last state: row {row} came after it and says another',
  'attachment-missing': 'line {line} of {file} names {what}, which is missing',
  'attachment-exchanged': '{what} is not the file that line {line} of {file} names',
  'attachment-unnamed': '{file} belongs to no record',

  'manifest-of-seal': '{file} does not name the files as they are',
  'seal-incomplete': '{file} stands there without {what}',
  'stamp-of-another': '{file} is about something else than this bundle',
  'seal-broken': '{file} does not hold: {what}',
  'left-out-wrong': 'data/left-out.jsonl says {what} ledger rows are left out, and it is {other}',
} as const satisfies Record<string, string>

export type Code = Exclude<keyof typeof sentences, '__proto__'>
export type Said = { file?: string; line?: number; row?: number; what?: string | number; other?: string | number }
export type Finding = { section: Section; code: Code; text: string } & Said

/** Takes a finding down; the pass then goes on, or ends with `Stop`. */
export type Found = (section: Section, code: Code, said?: Said) => undefined

/** Ends the pass at its first finding. */
export class Stop extends Error {}

export const fill = (sentence: string, said: Readonly<Record<string, unknown>>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => nameControls(String(said[name])))

const mostKept = 1000

/** Keeps what is found, 1,000 at most. */
export const collect = (all: boolean): { findings: readonly Finding[]; found: Found } => {
  const findings: Finding[] = []
  const found: Found = (section, code, said = {}) => {
    if (findings.length < mostKept) findings.push({ section, code, text: fill(sentences[code], said), ...said })
    if (!all || findings.length >= mostKept) throw new Stop()
    return undefined
  }
  return { findings, found }
}
