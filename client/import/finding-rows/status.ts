/** Determines from the status of a row whether it is a finding. */

/**
 * `open`: a finding. `closed`: fixed or passed, so it counts as gone. `setAside`: accepted, muted or dismissed in the
 * tool. `undecided`: not triaged yet. The last two are not imported, but do not count as gone.
 */
export type RowStatus = 'open' | 'closed' | 'setAside' | 'undecided'

const words: Readonly<Record<RowStatus, readonly string[]>> = {
  open: [
    ...['open', 'new', 'active', 'fail', 'failed', 'failing', 'in progress', 'inprogress', 'to do', 'todo', 'reopened'],
    ...['confirmed', 'unresolved', 'existing', 'unfixed', 'affected', 'vulnerable', 'pending', 'assigned', 'triaged'],
    ...['detected', 'non compliant', 'noncompliant', 'not compliant', 'not fixed', 'not resolved', 'not remediated'],
    ...[
      'under investigation',
      'end of life',
      'fix deferred',
      'error',
      'warning',
      'offen',
      'neu',
      'in arbeit',
      'in bearbeitung',
    ],
  ],
  closed: [
    ...['closed', 'resolved', 'fixed', 'done', 'remediated', 'mitigated', 'verified', 'complete', 'completed'],
    ...['pass', 'passed', 'passing', 'ok', 'okay', 'success', 'compliant', 'healthy', 'not affected', 'not vulnerable'],
    ...['geschlossen', 'behoben', 'erledigt', 'gelost', 'bestanden'],
  ],
  setAside: [
    ...['false positive', 'falsepositive', 'accepted', 'risk accepted', 'riskaccepted', 'accepted risk', 'accept risk'],
    ...['accept', 'exception', 'excepted', 'suppressed', 'ignored', 'ignore', 'dismissed', 'muted', 'mute', 'silenced'],
    ...[
      'wont fix',
      'wontfix',
      'will not fix',
      'wont do',
      'out of scope',
      'outofscope',
      'duplicate',
      'waived',
      'excluded',
    ],
    ...['not applicable', 'notapplicable', 'not an issue', 'by design', 'akzeptiert', 'falsch positiv', 'ignoriert'],
    ...['nicht zutreffend', 'nicht anwendbar'],
  ],
  undecided: [
    ...['manual', 'review', 'needs review', 'not reviewed', 'notreviewed', 'unknown', 'not checked', 'notchecked'],
    ...['skipped', 'skip', 'not available', 'not tested', 'not assessed', 'not run', 'inconclusive', 'ungeprueft'],
  ],
}

const statuses = Object.keys(words) as readonly RowStatus[]
const byWord: ReadonlyMap<string, RowStatus> = new Map(
  statuses.flatMap(status => words[status].map(word => [word, status] as const)),
)

/** Removes case, accents and punctuation from a text such as `False_Positive`, `Won’t fix` or `Risk-Accepted`. */
const normalizeStatus = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’`´]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Words that state whether a fix exists, in tables of package scanners with a column for fixed versions. */
const aboutFixes: ReadonlySet<string> = new Set(['fixed', 'wont fix', 'will not fix', 'fix deferred', 'fix available'])

/** Returns the common status of all words of a text, such as `Closed - fixed`. */
const statusOfAllWords = (text: string): RowStatus | undefined => {
  const wordStatuses = new Set(text.split(' ').map(word => byWord.get(word)))
  const [only] = wordStatuses
  return wordStatuses.size === 1 ? only : undefined
}

/** Returns the status that a text means; undefined if it is unknown. */
export const statusOf = (text: string, hasFixVersion: boolean): RowStatus | undefined => {
  const word = normalizeStatus(text)
  if (word === '') return 'open'
  if (hasFixVersion && aboutFixes.has(word)) return 'open'
  return byWord.get(word) ?? byWord.get(word.replaceAll(' ', '')) ?? statusOfAllWords(word)
}

/** Whether a text in the severity column means a passed check, as in tables of testssl.sh. */
export const isPassed = (text: string): boolean => ['ok', 'pass', 'passed'].includes(normalizeStatus(text))

/** Parses a yes-or-no cell, such as in a column “muted”; undefined for other texts. */
export const flagOf = (text: string): boolean | undefined => {
  const word = normalizeStatus(text)
  if (['', 'no', 'n', 'false', '0', 'nein', 'falsch'].includes(word)) return false
  return ['yes', 'y', 'true', '1', 'x', 'ja', 'wahr'].includes(word) ? true : undefined
}
