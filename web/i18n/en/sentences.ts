/** The server's own words. */
export { sentences } from '#web/api/sentences.ts'
