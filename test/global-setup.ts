import { shareTestPostgres } from './postgres.ts'

let server: AsyncDisposable | undefined

export const globalSetup = async (): Promise<void> => {
  server = await shareTestPostgres()
}

export const globalTeardown = async (): Promise<void> => {
  await server?.[Symbol.asyncDispose]()
}
