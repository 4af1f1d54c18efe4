import { once } from 'node:events'
import { meterRound, meterServer, renderCpu, type Sample } from '#bench/cpu.ts'
import type { RunningProcess } from '#bench/process.ts'
import type { Server } from '#bench/server.ts'
import type { OpenJob, OpenResult } from './opens-process.ts'

/** Calls the API of a server. */
export const clientOf = ({ url }: Server) => ({
  async call(method: string, path: string, { cookie = '', body }: { cookie?: string; body?: unknown } = {}) {
    const headers = { cookie, origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const response = await fetch(url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  },
})

/** The result of opens, with the server's CPU for each, which includes its other work during that time. */
type OpenSample = OpenResult & Sample

const runOpens = async ({ child }: RunningProcess, job: OpenJob, work: () => Promise<void>): Promise<OpenResult> => {
  const exited = once(child, 'exit').then(() => Promise.reject(new Error('the process that opens files has ended')))
  const reply = Promise.race([once(child, 'message'), exited])
  exited.catch(() => {})
  child.send(job)
  await work()
  child.send('stop')
  const [result] = await reply
  return result
}

/** The durations of opens while `work` runs. */
export const opensDuring = (
  running: RunningProcess,
  server: Server,
  job: Omit<OpenJob, 'port'>,
  work: () => Promise<void>,
): Promise<OpenSample> =>
  meterRound(meterServer(server), async () => {
    const result = await runOpens(running, { ...job, port: server.port }, work)
    return { ...result, operations: result.opens, perSecond: job.perSecond }
  })

export const describeOpens = (sample: OpenSample): string => {
  const { opens, failed, medianMs, p99Ms } = sample
  const times = `median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
  return `${opens} opens, ${failed} failed, ${times}, CPU in µs ${renderCpu([sample])}`
}
