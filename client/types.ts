/** `npm run types`: web/api/schema.d.ts, of the workspace's document. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const document = JSON.parse(readFileSync(join(root, 'docs/openapi-workspace.json'), 'utf8'))
// A change of the web app that can name the version it saw has to: without, it does not compile.
document.components.parameters.IfMatch.required = true

execFileSync(
  join(import.meta.dirname, 'node_modules/.bin/openapi-typescript'),
  ['--output', join(root, 'web/api/schema.d.ts')],
  { input: JSON.stringify(document), stdio: ['pipe', 'ignore', 'inherit'] },
)
