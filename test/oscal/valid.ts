import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'

/** Asserts that a document is valid against NIST's schema for its kind. */
export const assertValid = (kind: 'catalog' | 'assessment-results' | 'mapping', document: unknown): void => {
  const file = join(import.meta.dirname, `oscal-${kind}-1.2.1.schema.json.gz`)
  const ajv = new Ajv({ strict: false, validateFormats: false })
  const validate = ajv.compile(JSON.parse(gunzipSync(readFileSync(file)).toString()))
  assert.ok(validate(document), ajv.errorsText(validate.errors))
}
