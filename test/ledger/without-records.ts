import type { VerifyRecords } from '#shared/record-verifier.ts'

/** Verifies no records, for trails that SQL wrote: their rows refer to records that do not exist. */
export const withoutRecords: VerifyRecords = async () => ({ checked: 0, earlier: 0, findings: [], next: undefined })
