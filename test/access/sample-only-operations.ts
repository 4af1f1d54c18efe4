/** The status in a real workspace of operations that succeed only in a sample; `closing.test.ts` tests success. */
export const inRealWorkspace: Readonly<Record<string, number>> = { closeSampleWorkspace: 409 }
