import type { TestContext } from 'node:test'
import { createClient } from './client.ts'
import { checkResponse } from './contract/responses.ts'
import { type Setting, startServer } from './faults/server-process.ts'

/** Starts a server in its own process and a client for it, both for the duration of the test. */
export const serve = async (t: TestContext, setting: Setting) => {
  const server = await startServer(setting)
  const client = createClient(server.url, checkResponse)
  t.after(async () => {
    await client[Symbol.asyncDispose]()
    server[Symbol.dispose]()
    server.kill('SIGKILL')
    await server.exited
  })
  return { server, client }
}
