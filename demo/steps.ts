import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { DemoServer } from './server.ts'
import { password } from './workspace.ts'

export type Json = Record<string, unknown>

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

let steps = 0
export const step = (title: string): void => print(`\n${++steps}. ${title}`)
export const show = (label: string, value: unknown): void => print(`   ${label.padEnd(12)} ${value}`)

/** Calls the API and asserts the status. */
export const call = async (
  server: DemoServer,
  status: number,
  method: string,
  path: string,
  init: RequestInit = {},
) => {
  const response = await fetch(server.url + path, { method, ...init })
  const responseText = await response.text()
  show(`${method}`, `${path.split('?')[0]} → ${response.status}`)
  assert.equal(response.status, status, responseText)
  return { headers: response.headers, body: responseText === '' ? {} : JSON.parse(responseText) }
}

export const json = (headers: Record<string, string>, body: Json): RequestInit => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

export type Headers = Record<string, string>

export const signIn = async (server: DemoServer, email: string): Promise<Headers> => {
  const credentials = json({}, { email, password })
  const { headers } = await call(server, 200, 'POST', '/api/workspace/session', credentials)
  return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
