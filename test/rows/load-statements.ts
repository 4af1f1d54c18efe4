import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

const declares = /from '(?:#db|\.)\/statement\.ts'/

/** Loads every module that declares statements, including those that the server loads only for a command. */
export const loadStatements = async (): Promise<void> => {
  for (const file of globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).sort()) {
    const path = join(root, file)
    if (declares.test(readFileSync(path, 'utf8'))) await import(path)
  }
}
