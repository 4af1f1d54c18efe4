/** The texts of the pages that people open first, in one file. */
export { common } from './common.ts'
export { home } from './home.ts'
export { work } from './work.ts'
