import type { VerifyRecords } from '#api/record-verifier.ts'

/** For trails that were made by statements: their rows speak of records that are not there. */
export const withoutRecords: VerifyRecords = async () => ({ checked: 0, earlier: 0, findings: [], next: undefined })
