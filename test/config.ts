import assert from 'node:assert/strict'
import { ConfigError } from '#lib/variables.ts'
import { readConfig } from '#src/config.ts'

/** Returns the error that an invalid environment causes. */
export function refusal(env: Record<string, string>): ConfigError {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError, `${error}`)
    return error
  }
  assert.fail(`accepted ${JSON.stringify(env)}`)
}
