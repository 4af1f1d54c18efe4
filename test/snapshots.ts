/**
 * `npm run snapshots`: regenerates the contracts that the repository contains. Without `--write`, it only shows the
 * differences. `npm run rows` regenerates one of the files.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { access } from './access/matrix.ts'
import { webhookAccess } from './access/webhook-matrix.ts'
import { difference, readStored, root, snapshots } from './contract/snapshots.ts'
import { shareTestPostgres } from './postgres.ts'

const write = process.argv.includes('--write')
const fileArguments = process.argv.slice(2).filter(argument => argument !== '--write')

await using _ = await shareTestPostgres()

for (const snapshot of [...snapshots, access, webhookAccess]) {
  if (fileArguments.length > 0 && !fileArguments.includes(snapshot.file)) continue
  const current = await snapshot.make()
  const changes = difference(readStored(snapshot), current)
  if (!changes) continue
  console.log(`${snapshot.file}\n${changes}\n`)
  if (write) writeFileSync(join(root, snapshot.file), current)
  else process.exitCode = 1
}
