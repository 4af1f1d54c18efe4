import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './program-files.ts'

/** The version of this program, such as `0.1.0`. */
export const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

/** The release, `major.minor`, which all its patch versions share. */
export const release: string = version.split('.').slice(0, 2).join('.')
