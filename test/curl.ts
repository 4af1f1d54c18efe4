import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Returns why the documented curl examples cannot run, or false if they can. They need `--json`, which curl has since
 * 7.82.
 */
export const curlSkipReason = async (): Promise<string | false> => {
  const version = await promisify(execFile)('curl', ['--version']).catch(() => undefined)
  const [, major, minor] = /^curl (\d+)\.(\d+)/.exec(version?.stdout ?? '') ?? []
  return Number(major) * 1000 + Number(minor) >= 7082 ? false : 'needs curl 7.82 or newer'
}
