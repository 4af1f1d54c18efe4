/**
 * `npm run lock`: writes package-lock.json after a change to package.json, without the `engines` of installed packages.
 * npm would compare them with the Node that runs npm. The packages run on the pinned Node instead, and lock.test.ts
 * checks that they support it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lock } from './lock-rules.ts'
import { root } from './tool.ts'

const path = join(root, 'package-lock.json')
const lock: Lock = JSON.parse(readFileSync(path, 'utf8'))
const packages = Object.entries(lock.packages).map(([packagePath, entry]) => {
  const { engines: _, ...entryWithoutEngines } = entry
  return [packagePath, packagePath.includes('node_modules/') ? entryWithoutEngines : entry]
})
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
