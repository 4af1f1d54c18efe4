/**
 * The reasons for failed exports. v1 returns them as sentences without codes, so the web app recognizes them by their
 * text (`web/pages/exports/failure.ts`).
 */
export const exportFailures = {
  file_missing: 'A stored file is missing.',
  file_altered: 'A stored file differs from the one that was uploaded.',
  record_altered: 'A record does not match its audit rows.',
  unavailable: 'The storage or ledger that it needs was unavailable for 24 hours.',
} as const

/** The steps in which an export may stop making progress. */
const exportSteps = {
  asked: 'gathering its records',
  gathered: 'reading and signing its files',
  sealed: 'sealing it',
} as const

/** `error` names the class of an error; undefined if the step hung. */
export const stalledExport = (step: keyof typeof exportSteps, error: string | undefined): string =>
  `No progress for 2 minutes: ${exportSteps[step]} ${error === undefined ? 'hung' : `failed (${error})`}. See the server log.`
