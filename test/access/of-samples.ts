/** The status of operations that succeed only in a sample workspace, in any other. `closing.test.ts` lets them succeed. */
export const inRealWorkspace: Readonly<Record<string, number>> = { closeSampleWorkspace: 409 }
