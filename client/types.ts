/**
 * The second half of `npm run types`: generates web/api/schema.d.ts from the document of the workspace, unless it was
 * generated from the same one.
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

const madeOf = [source, readFileSync(import.meta.filename), readFileSync(join(root, 'package-lock.json'))]
const digest = madeOf.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const mark = `// made of ${digest}\n`

const generate = async (): Promise<string> => {
  const document = JSON.parse(source)
  // If the web app can name the version that it saw, a change must include it: otherwise it does not compile.
  document.components.parameters.IfMatch.required = true
  // The web app links to tables, and reads lists as JSON: with two media types, a call would answer either.
  for (const { get } of Object.values<Lists>(document.paths)) {
    const { content } = get?.responses[200] ?? {}
    if (content && 'application/json' in content) delete content['text/csv; charset=utf-8']
  }
  const { default: openapi, astToString } = await import('openapi-typescript')
  return astToString(await openapi(document))
}

const isGenerated = existsSync(target) && readFileSync(target, 'utf8').startsWith(mark)
if (!isGenerated) writeFileSync(target, mark + (await generate()))
