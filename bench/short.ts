/**
 * `npm run bench:short`: every benchmark once and small, so that none stops working unnoticed. Most of them wait for
 * timers and disks, so the three programs run beside each other; what they measure means nothing then.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '..')
const programs = ['bench/run.ts', 'bench/webhooks/run.ts', 'bench/storage/run.ts']

const run = async (program: string): Promise<boolean> => {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, BENCH_SHORT: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  process.stdout.write(`\n${program}\n${said}`)
  return code === 0
}

const ended = await Promise.all(programs.map(run))
process.exitCode = ended.every(Boolean) ? 0 : 1
