/** The server's messages. */
export { sentences } from '#web/api/sentences.ts'
