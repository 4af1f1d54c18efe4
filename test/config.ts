import assert from 'node:assert/strict'
import { ConfigError } from '#lib/variables.ts'
import { readConfig } from '#src/config.ts'

/** The error of an environment that must not be accepted. */
export function refusal(env: Record<string, string>): ConfigError {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError, `${error}`)
    return error
  }
  assert.fail(`accepted ${JSON.stringify(env)}`)
}
