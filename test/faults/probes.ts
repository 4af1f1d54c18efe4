import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Campaign } from './campaign.ts'
import { postgresProcesses } from './postgres-processes.ts'
import { launch } from './server-process.ts'

/**
 * Checks that a second server on the same data directory exits before it opens anything, and names the process that
 * uses it.
 */
export const refuseSecondServer = async ({ server, setting, tally }: Campaign): Promise<void> => {
  const before = postgresProcesses(setting.dataDir)[0]
  const logFile = `${setting.logFile}.second`
  const { child, stdout, exited } = launch({ ...setting, logFile })
  stdout.resume()
  const tooLong = AbortSignal.timeout(60_000)
  tooLong.addEventListener('abort', () => child.kill('SIGKILL'))
  const { code, signal } = await exited
  const said = readFileSync(logFile, 'utf8')
  if (code !== 1) tally.violate(`a second server exited with ${signal ?? code} instead of 1: ${said}`)
  if (!said.includes(`process ${server.pid}`)) tally.violate(`a second server did not name ${server.pid}: ${said}`)
  const after = postgresProcesses(setting.dataDir)[0]
  if (before !== after) tally.violate(`a second server replaced PostgreSQL ${before} by ${after}`)
}

const healthy = async ({ server }: Campaign): Promise<boolean> => {
  const { status } = await server.send({ method: 'GET', path: '/api/health/ready' })
  return status === 200
}

/**
 * Kills PostgreSQL under the running server; returns how many milliseconds the server takes to recover without help.
 */
export const outlivePostgres = async (campaign: Campaign): Promise<number> => {
  const { tally, server } = campaign
  await campaign.killPostgresAlone()
  const since = performance.now()
  while (!(await healthy(campaign))) {
    const waited = performance.now() - since
    if (waited > 30_000) {
      tally.violate('the server was not ready 30 s after PostgreSQL was killed')
      return waited
    }
    await delay(10)
  }
  const healed = performance.now() - since
  const live = await server.send({ method: 'GET', path: '/api/health/live' })
  if (live.status !== 200) tally.violate(`the liveness probe returned ${live.status}`)
  // Lets the writers use the recovered server before the next fault.
  await delay(200)
  tally.phase = 'kill'
  return healed
}

// Closing and sending can cross on a connection that was idle for the whole drain (RFC 9112 section 9.5). Closing all
// of them at once lost 5 requests per stop.
const maxCrossed = 1
const longestStop = 15_000

/**
 * Sends SIGTERM under load. Requests already sent get responses, and the exit status is 0. Returns the duration in
 * milliseconds.
 */
export const stopGracefully = async (campaign: Campaign): Promise<number> => {
  const { tally, server } = campaign
  tally.phase = 'stop'
  const before = tally.crossed
  const since = performance.now()
  server.kill('SIGTERM')
  const { code, signal } = await campaign.ended()
  if (code !== 0) tally.violate(`after SIGTERM the server exited with ${signal ?? `status ${code}`}`)
  const took = performance.now() - since
  if (took > longestStop) tally.violate(`after SIGTERM the server took ${Math.round(took)} ms to exit`)
  const crossed = tally.crossed - before
  if (crossed > maxCrossed) tally.violate(`${crossed} requests crossed the closing of their connections`)
  await campaign.start()
  tally.phase = 'kill'
  return took
}
