/**
 * The status, in a real workspace, of operations that succeed only in a sample workspace. `closing.test.ts` tests their
 * success.
 */
export const inRealWorkspace: Readonly<Record<string, number>> = { closeSampleWorkspace: 409 }
