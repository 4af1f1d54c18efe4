/**
 * `npm run lock`: package-lock.json after a change of package.json, without the `engines` of what is installed. npm
 * would hold them against its own Node, which only installs; what is installed runs on the pinned one, and
 * lock.test.ts holds them against that.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock } from './lock-rules.ts'
import { root } from './tool.ts'

const path = join(root, 'package-lock.json')
const lock: Lock = JSON.parse(readFileSync(path, 'utf8'))
const packages = Object.entries(lock.packages).map(([place, entry]) => {
  const { engines: _, ...kept } = entry
  return [place, place.includes('node_modules/') ? kept : entry]
})
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
