import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The output of a program, and the resources that it used. */
export interface Measured {
  readonly exit: number
  readonly output: string
  /** The CPU of the program, in seconds. */
  readonly cpu: number
  /** The peak of its resident memory in MiB. */
  readonly memory: number
}

// On Linux the child's `maxRSS` includes its parent's peak: a child of 40 MiB whose parent has 300 MiB reports 304.
const reportUsage = `import { readFileSync, writeSync } from 'node:fs'
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const peak = process.platform === 'linux' ? /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1] : maxRSS
  writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, memory: peak / 1024 }))
})`

/** Runs a program on this Node until it ends. */
export const runMeasured = async (...args: readonly string[]): Promise<Measured> => {
  const preload = `--import=data:text/javascript,${encodeURIComponent(reportUsage)}`
  const child = spawn(process.execPath, [preload, ...args], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] })
  const [[exit], output, usage] = await Promise.all([
    once(child, 'close'),
    text(child.stdout as Readable),
    text(child.stdio[3] as Readable),
  ])
  return { exit, output, ...JSON.parse(usage) }
}
