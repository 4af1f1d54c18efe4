/** `npm run types`: web/api/schema.d.ts, of the workspace's document. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapi, { astToString } from 'openapi-typescript'

const root = join(import.meta.dirname, '..')
const document = JSON.parse(readFileSync(join(root, 'docs/openapi-workspace.json'), 'utf8'))
// A change by the web app that can name the version it saw must do so: without it, it does not compile.
document.components.parameters.IfMatch.required = true
writeFileSync(join(root, 'web/api/schema.d.ts'), astToString(await openapi(document)))
