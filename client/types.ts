/** `npm run types`: generates web/api/schema.d.ts from the document of the workspace. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapi, { astToString } from 'openapi-typescript'

interface Lists {
  readonly get?: { readonly responses: Record<number, { readonly content?: Record<string, unknown> }> }
}

const root = join(import.meta.dirname, '..')
const document = JSON.parse(readFileSync(join(root, 'docs/openapi-workspace.json'), 'utf8'))
// If the web app can name the version that it saw, a change must include it: otherwise it does not compile.
document.components.parameters.IfMatch.required = true
// The web app links to tables, and reads lists as JSON: with two media types, a call would answer either.
for (const { get } of Object.values<Lists>(document.paths)) {
  const { content } = get?.responses[200] ?? {}
  if (content && 'application/json' in content) delete content['text/csv; charset=utf-8']
}
writeFileSync(join(root, 'web/api/schema.d.ts'), astToString(await openapi(document)))
