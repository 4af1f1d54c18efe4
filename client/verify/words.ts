/** The texts of a report in one language. The verification page also has German texts. */
import { type Code, fill, type Section, sentences } from './findings.ts'
import type { Agreement } from './past.ts'
import type { AnyPart, Facts, Report, Result, State } from './report.ts'
import type { Mark } from './time.ts'

export interface Words {
  readonly results: Readonly<Record<Result, string>>
  readonly sections: Readonly<Record<Section, string>>
  readonly states: Readonly<Record<State, string>>
  readonly sentences: Readonly<Record<Code, string>>
  readonly agreements: Readonly<Record<Agreement, string>>
  /** One line about each part that was checked without findings. */
  readonly lines: { readonly [S in Section]: (facts: Facts[S]) => string }
}

const countText = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

const describeNewest = (newest: Facts['time']['newest']): string => {
  if (!newest) return 'no checkpoint was published before this bundle'
  const holders = newest.places.map(({ place, heldAt }) => `${place} since ${heldAt}`).join(', ')
  return `newest published checkpoint: size ${newest.size}, ${holders ? `held by ${holders}` : 'with no known holder'}, according to the bundle`
}

const verdicts: Readonly<Record<Mark['verdict'], (mark: Mark) => string>> = {
  'not asked': () =>
    'is for this bundle, but its authority was not checked: pass the certificate of the authority with --ca',
  holds: ({ by }) => `holds, by ${by}; the revocation of its certificate was not checked`,
  'cannot tell': ({ why }) => `cannot be validated: ${why}`,
}

const marksOf = ({ marks, isJudged }: Facts['time']): string => {
  const noMarks = isJudged ? 'no e-seal or time-stamp to check with --ca' : 'no e-seal or time-stamp'
  const describeMark = (mark: Mark) =>
    `${mark.kind}${mark.time ? ` of ${mark.time}` : ''} ${verdicts[mark.verdict](mark)}`
  return marks.map(describeMark).join('; ') || noMarks
}

export const english: Words = {
  results: {
    proven: 'PROVEN: nothing was altered, and a key that you named signed the bundle.',
    altered: 'ALTERED or incomplete.',
    'no bundle': 'This is not an audit bundle.',
    sound:
      'SOUND, NOT PROVEN: the bundle is consistent, but you named no key, and anyone can make such a file. Compare the key below with one that you received another way, then name it with --key.',
    unjudged:
      'SOUND, NOT FULLY PROVEN: a key that you named signed the bundle, but the authorities given with --ca cannot validate every e-seal and time-stamp; see “time”.',
    'other checkpoint':
      'SOUND, BUT NOT MATCHED to every checkpoint that you gave: the bundle cannot be compared with at least one of them; see “ledger”.',
  },
  sections: {
    container: 'container',
    signature: 'signature',
    files: 'files',
    ledger: 'ledger',
    records: 'records',
    decisions: 'decisions',
    time: 'time',
    'left out': 'left out',
  },
  states: { holds: 'holds', broken: 'BROKEN', unjudged: 'not validated', absent: 'none', 'not checked': 'not checked' },
  sentences,
  agreements: {
    same: 'is part of this history',
    'other history': 'belongs to a different history',
    larger: 'is newer than the bundle',
    between: 'falls within omitted rows and cannot be compared',
    'another ledger': 'belongs to a different ledger',
  },
  lines: {
    container: ({ files, bytes }) =>
      `${countText(files, 'file', 'files')}, ${countText(bytes, 'byte', 'bytes')}, no gap`,
    signature: ({ id, origin, signer, isNamed }) =>
      `${id} of ${origin}, signed by ${isNamed ? 'a key that you named' : 'a key that you did not name'}: ${signer}`,
    files: ({ files, sample }) =>
      `${countText(files, 'file matches', 'files match')} the signature${sample ? '; SAMPLE DATA: nothing in this bundle is real' : ''}`,
    ledger: facts =>
      [
        `${countText(facts.rowsShown, 'row', 'rows')} of ${facts.size.toLocaleString('en')} shown, root ${facts.root}`,
        `${countText(facts.published, 'published checkpoint agrees', 'published checkpoints agree')}`,
        ...facts.held.map(({ size, agreement }) => `your checkpoint of size ${size} ${english.agreements[agreement]}`),
      ].join('; '),
    records: ({ records, attachments, asOf }) =>
      `${countText(records, 'record', 'records')} and ${countText(attachments, 'attachment', 'attachments')} match the ledger${asOf === undefined ? '' : `, as of ${asOf}`}`,
    decisions: ({ decisions }) => `${countText(decisions, 'decision matches', 'decisions match')} the ledger`,
    time: facts => `${describeNewest(facts.newest)}; ${marksOf(facts)}`,
    'left out': ({ items }) =>
      items.map(({ count, kind, reason }) => `${count.toLocaleString('en')} ${kind} (${reason})`).join(', ') ||
      'nothing',
  },
}

/** Returns the texts about one part of a report: its findings or, without findings, the line of facts. */
export const sentencesOf = (words: Words, report: Report, { section, facts }: AnyPart): readonly string[] => {
  const findings = report.findings.filter(finding => finding.section === section)
  if (findings.length > 0) return findings.map(finding => fill(words.sentences[finding.code], { ...finding }))
  const line = words.lines[section] as (facts: unknown) => string
  return facts ? [line(facts)] : []
}

export const inLines = (words: Words, report: Report): readonly string[] => [
  words.results[report.result],
  ...report.parts.map(part => {
    const [name, state] = [words.sections[part.section], words.states[part.state]]
    return `${name.padEnd(10)} ${state.padEnd(13)} ${sentencesOf(words, report, part).join('; ')}`.trimEnd()
  }),
]
