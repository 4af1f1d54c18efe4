import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const expected = [
  'Rita signs in and reads what she is to decide',
  "Carl imports the bank's own rules as a framework, with a control for each clause",
  'The scanner sends its results twice (probata push findings scan.sarif); each becomes one finding',
  'The finding is on Olga’s work list until she closes it with that proof',
  'She takes the proof away and verifies it at home: probata verify bundle',
  'Ada, the auditor, sees every step in the trail',
]

test('the demo runs to its end, with a framework, a scan and a finding closed by proof', {
  timeout: 300_000,
}, async () => {
  const root = join(import.meta.dirname, '..', '..')
  const child = spawn(process.execPath, ['demo/run.ts', '--exit'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  assert.equal(status, 0, output)
  const lines = output.split('\n')
  const indexes = expected.map(step => lines.findIndex(line => line.endsWith(step)))
  assert.ok(
    indexes.every((index, i) => index > (indexes[i - 1] ?? 0)),
    String(indexes),
  )
  assert.ok(lines.includes('   scanner:Harbour: 2 created, 0 seen again, 0 reopened, 0 remediated'), output)
  assert.ok(lines.includes('   scanner:Harbour: 0 created, 2 seen again, 0 reopened, 0 remediated'), output)
  for (const line of ['   proven       1', '   status       resolved']) assert.ok(lines.includes(line), line)
})
