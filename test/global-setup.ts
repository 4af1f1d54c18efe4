import { startTestPostgres } from './postgres.ts'

let server: Awaited<ReturnType<typeof startTestPostgres>> | undefined

export const globalSetup = async (): Promise<void> => {
  server = await startTestPostgres()
}

export const globalTeardown = async (): Promise<void> => {
  await server?.[Symbol.asyncDispose]()
}
