import type { VerifyRecords } from '#shared/record-verifier.ts'

/** For trails that SQL wrote: their rows refer to records that do not exist. */
export const withoutRecords: VerifyRecords = async () => ({ checked: 0, earlier: 0, findings: [], next: undefined })
