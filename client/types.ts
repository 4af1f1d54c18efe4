/** `npm run types`: web/api/schema.d.ts, of the workspace's document. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapi, { astToString } from 'openapi-typescript'

interface Lists {
  readonly get?: { readonly responses: Record<number, { readonly content?: Record<string, unknown> }> }
}

const root = join(import.meta.dirname, '..')
const document = JSON.parse(readFileSync(join(root, 'docs/openapi-workspace.json'), 'utf8'))
// A change by the web app that can name the version it saw must do so: without it, it does not compile.
document.components.parameters.IfMatch.required = true
// The web app links to tables, and reads lists as JSON: of two media types, a call would answer either.
for (const { get } of Object.values<Lists>(document.paths)) {
  const { content } = get?.responses[200] ?? {}
  if (content && 'application/json' in content) delete content['text/csv; charset=utf-8']
}
writeFileSync(join(root, 'web/api/schema.d.ts'), astToString(await openapi(document)))
