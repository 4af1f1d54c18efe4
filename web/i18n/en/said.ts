/** The server speaks English. */
export { said } from '#web/api/said.ts'
