/**
 * The second half of `npm run types`: generates web/api/schema.d.ts from the OpenAPI document of the workspace API,
 * unless the existing file was generated from the same document.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Lists {
  readonly get?: { readonly responses: Record<number, { readonly content?: Record<string, unknown> }> }
}

const root = join(import.meta.dirname, '..')
const source = readFileSync(join(root, 'dist/openapi-workspace.json'), 'utf8')
const target = join(root, 'web/api/schema.d.ts')

const inputs = [source, readFileSync(import.meta.filename), readFileSync(join(root, 'package-lock.json'))]
const digest = inputs.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const mark = `// made of ${digest}\n`

const generate = async (): Promise<string> => {
  const document = JSON.parse(source)
  // Where the API accepts the version of a record, the web app must send it; otherwise the call does not compile.
  document.components.parameters.IfMatch.required = true
  // The web app reads lists as JSON. With the media type for CSV, a call could return either.
  for (const { get } of Object.values<Lists>(document.paths)) {
    const { content } = get?.responses[200] ?? {}
    if (content && 'application/json' in content) delete content['text/csv; charset=utf-8']
  }
  const { default: openapi, astToString } = await import('openapi-typescript')
  return astToString(await openapi(document))
}

const isGenerated = existsSync(target) && readFileSync(target, 'utf8').startsWith(mark)
if (!isGenerated) writeFileSync(target, mark + (await generate()))
