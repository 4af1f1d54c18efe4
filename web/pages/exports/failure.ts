/**
 * The reasons for failed exports. The server sends them only as English sentences, because exports have the same record
 * as in the v1 API. Each name is a key below `failures`; its pattern matches the sentence.
 */
const reasons = {
  file_missing: /^A stored file is missing\.$/,
  file_altered: /^A stored file differs from the one that was uploaded\.$/,
  record_altered: /^A record does not match its audit rows\.$/,
  unavailable: /^The storage or ledger that it needs was unavailable for 24 hours\.$/,
  gathering_hung: /^No progress for 2 minutes: gathering its records hung\. See the server log\.$/,
  gathering_failed: /^No progress for 2 minutes: gathering its records failed \((?<error>.*)\)\. See the server log\.$/,
  reading_hung: /^No progress for 2 minutes: reading and signing its files hung\. See the server log\.$/,
  reading_failed:
    /^No progress for 2 minutes: reading and signing its files failed \((?<error>.*)\)\. See the server log\.$/,
  sealing_hung: /^No progress for 2 minutes: sealing it hung\. See the server log\.$/,
  sealing_failed: /^No progress for 2 minutes: sealing it failed \((?<error>.*)\)\. See the server log\.$/,
} as const

type ExportFailure = keyof typeof reasons

const isReason = (name: string): name is ExportFailure => name in reasons

/** Returns the reason that a sentence gives, and the error that it names; undefined for an unknown sentence. */
export const findExportFailure = (
  message: string,
): { readonly reason: ExportFailure; readonly error: string } | undefined => {
  for (const [reason, pattern] of Object.entries(reasons)) {
    const match = pattern.exec(message)
    if (match && isReason(reason)) return { reason, error: match.groups?.error ?? '' }
  }
  return undefined
}
