import { createFlag } from './flag.ts'

/** Whether the server serves a build of the app other than this page's. */
export const newerVersion = createFlag()
