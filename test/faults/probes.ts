import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Campaign } from './campaign.ts'
import { postgresProcesses } from './postgres-processes.ts'
import { launch } from './server-process.ts'

/**
 * Checks that a second server on the same data directory exits before it opens anything, and names the process that
 * uses it.
 */
export const checkSecondServer = async ({ server, setting, tally }: Campaign): Promise<void> => {
  const pidBefore = postgresProcesses(setting.dataDir)[0]
  const logFile = `${setting.logFile}.second`
  const { child, stdout, exited } = launch({ ...setting, logFile })
  stdout.resume()
  const timeout = AbortSignal.timeout(60_000)
  timeout.addEventListener('abort', () => child.kill('SIGKILL'))
  const { code, signal } = await exited
  const output = readFileSync(logFile, 'utf8')
  if (code !== 1) tally.violate(`a second server exited with ${signal ?? code} instead of 1: ${output}`)
  if (!output.includes(`process ${server.pid}`)) tally.violate(`a second server did not name ${server.pid}: ${output}`)
  const pidAfter = postgresProcesses(setting.dataDir)[0]
  if (pidBefore !== pidAfter) tally.violate(`a second server replaced PostgreSQL ${pidBefore} by ${pidAfter}`)
}

const isHealthy = async ({ server }: Campaign): Promise<boolean> => {
  const { status } = await server.send({ method: 'GET', path: '/api/health/ready' })
  return status === 200
}

/** Kills PostgreSQL under the running server. Returns the milliseconds until the server has recovered without help. */
export const killPostgresUnderServer = async (campaign: Campaign): Promise<number> => {
  const { tally, server } = campaign
  await campaign.killPostgresAlone()
  const startedAt = performance.now()
  while (!(await isHealthy(campaign))) {
    const elapsed = performance.now() - startedAt
    if (elapsed > 30_000) {
      tally.violate('the server was not ready 30 s after PostgreSQL was killed')
      return elapsed
    }
    await delay(10)
  }
  const recoveryTime = performance.now() - startedAt
  const liveness = await server.send({ method: 'GET', path: '/api/health/live' })
  if (liveness.status !== 200) tally.violate(`the liveness probe returned ${liveness.status}`)
  // Gives the writers time to use the recovered server before the next fault.
  await delay(200)
  tally.phase = 'kill'
  return recoveryTime
}

// The server may close a connection that was idle for the whole drain at the moment when a request is sent on it (RFC
// 9112 section 9.5). This limits how many requests may be lost that way. When the server closed all connections at
// once, it lost 5 requests per stop.
const maxCrossed = 1
const longestStop = 15_000

/**
 * Sends SIGTERM under load. Requests that were already sent must get responses, and the exit status must be 0. Returns
 * the duration in milliseconds.
 */
export const stopGracefully = async (campaign: Campaign): Promise<number> => {
  const { tally, server } = campaign
  tally.phase = 'stop'
  const crossedBefore = tally.crossed
  const startedAt = performance.now()
  server.kill('SIGTERM')
  const { code, signal } = await campaign.serverExit()
  if (code !== 0) tally.violate(`after SIGTERM the server exited with ${signal ?? `status ${code}`}`)
  const duration = performance.now() - startedAt
  if (duration > longestStop) tally.violate(`after SIGTERM the server took ${Math.round(duration)} ms to exit`)
  const crossed = tally.crossed - crossedBefore
  if (crossed > maxCrossed) tally.violate(`${crossed} requests crossed the closing of their connections`)
  await campaign.start()
  tally.phase = 'kill'
  return duration
}
