import { once } from 'node:events'
import { metered, meterServer, renderCpu, type Sample } from '#bench/cpu.ts'
import type { Running } from '#bench/process.ts'
import type { Server } from '#bench/server.ts'
import type { Opened, Opening } from './opens-process.ts'

/** Calls the interface of a server. */
export const clientOf = ({ url }: Server) => ({
  async call(method: string, path: string, { cookie = '', body }: { cookie?: string; body?: unknown } = {}) {
    const headers = { cookie, origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const answer = await fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) }
  },
})

/** Opens with the server's CPU for each, including its simultaneous other work. */
type OpenedSample = Opened & Sample

const opensUntil = async ({ child }: Running, job: Opening, work: () => Promise<void>): Promise<Opened> => {
  const gone = once(child, 'exit').then(() => Promise.reject(new Error('the process that opens files has ended')))
  const answered = Promise.race([once(child, 'message'), gone])
  gone.catch(() => {})
  child.send(job)
  await work()
  child.send('stop')
  const [opened] = await answered
  return opened
}

/** The durations of opens while `work` runs. */
export const opensDuring = (
  running: Running,
  server: Server,
  job: Omit<Opening, 'port'>,
  work: () => Promise<void>,
): Promise<OpenedSample> =>
  metered(meterServer(server), async () => {
    const opened = await opensUntil(running, { ...job, port: server.port }, work)
    return { ...opened, operations: opened.opens, perSecond: job.perSecond }
  })

export const shown = (sample: OpenedSample): string => {
  const { opens, failed, medianMs, p99Ms } = sample
  const times = `median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
  return `${opens} opens, ${failed} failed, ${times}, CPU in µs ${renderCpu([sample])}`
}
