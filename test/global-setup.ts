import { buildWeb } from '#web/build.ts'
import { shareTestPostgres } from './postgres.ts'

let server: AsyncDisposable | undefined

export const globalSetup = async (): Promise<void> => {
  await buildWeb()
  server = await shareTestPostgres()
}

export const globalTeardown = async (): Promise<void> => {
  await server?.[Symbol.asyncDispose]()
}
