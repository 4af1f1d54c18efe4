// The bundles of the server in dist/server: each in a folder with `made-of.json`, which says what it was made of.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)
export const bundles = join(root, 'dist', 'server')

/** Names of whole bundles; others are being made. */
const namePattern = /^[0-9a-f]{32}$/

/** The files' names and contents, the Node that runs and the platform; throws where a file is missing. */
export const digestOf = files => {
  const digest = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\0`)
  for (const file of files)
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return digest.digest('hex').slice(0, 32)
}

const madeAt = name => statSync(join(bundles, name), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Newest first. */
export const bundleNames = () => {
  const names = readdirSync(bundles).filter(name => namePattern.test(name))
  return names.sort((a, b) => madeAt(b) - madeAt(a))
}

const isCurrent = name => {
  try {
    return digestOf(JSON.parse(readFileSync(join(bundles, name, 'made-of.json'), 'utf8'))) === name
  } catch {
    return false
  }
}

/** The main file of the bundle that was made of the files as they are now. */
export const findBundle = () => {
  try {
    const name = bundleNames().find(isCurrent)
    return name && join(bundles, name, 'main.js')
  } catch {
    return undefined
  }
}
