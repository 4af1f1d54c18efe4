import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Why the documented curl examples cannot run, or false. curl 7.82 added `--json`. */
export const curlSkipReason = async (): Promise<string | false> => {
  const version = await promisify(execFile)('curl', ['--version']).catch(() => undefined)
  const [, major, minor] = /^curl (\d+)\.(\d+)/.exec(version?.stdout ?? '') ?? []
  return Number(major) * 1000 + Number(minor) >= 7082 ? false : 'needs curl 7.82 or newer'
}
