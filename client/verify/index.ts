/** Checks audit bundles: `verifyBundle(openFile(path), nodePrimitives, { keys })`. */
export { type Options, verifyBundle } from './bundle.ts'
export { runVerify } from './command.ts'
export { nodePrimitives, openFile } from './node.ts'
export type { Primitives, Source } from './primitives.ts'
export type { Report } from './report.ts'
export { english, inLines } from './words.ts'
