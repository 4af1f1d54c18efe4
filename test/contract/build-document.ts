/**
 * Writes the OpenAPI document of the workspace API to dist/openapi-workspace.json, for `npm run types` and for readers.
 * An install serves it at /api/workspace/openapi.json. The repository keeps docs/operations-workspace.txt.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openapi } from '#http/openapi.ts'
import { endpoints } from '#src/features.ts'

const folder = join(import.meta.dirname, '..', '..', 'dist')

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'openapi-workspace.json'), `${JSON.stringify(openapi('workspace', endpoints), null, 2)}\n`)
