/**
 * Implements `probata verify bundle` and `probata-verify`. Uses no network and no configuration, and writes no files.
 */
import { readFileSync } from 'node:fs'
import { verifyBundle } from './bundle.ts'
import { nodePrimitives, openFile } from './node.ts'
import { type Checkpoint, parseCheckpoint, parseNote, parseVkey } from './note.ts'
import { exits } from './report.ts'
import { english, inLines } from './words.ts'

export interface VerifyOptions {
  /** Keys, or files with one per line. */
  readonly key?: readonly string[]
  /** Files with one checkpoint each. */
  readonly checkpoint?: readonly string[]
  /** A PEM file with the root certificates of authorities for seals and time-stamps. */
  readonly ca?: string
  readonly json?: boolean
  readonly all?: boolean
}

/** The command line is invalid; the exit code is 2. */
class UsageError extends Error {}

const maxSize = 1 << 20

const readSmall = (path: string): string => {
  try {
    using file = openFile(path)
    if (file.size > maxSize) throw new UsageError(`${path} is larger than a megabyte.`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${path} cannot be read: ${reasonOf(error)}.`)
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error)

const keysOf = (keyOrFile: string): readonly string[] => {
  if (parseVkey(nodePrimitives, keyOrFile)) return [keyOrFile]
  const lines = readSmall(keyOrFile)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  if (lines.length === 0) throw new UsageError(`${keyOrFile} contains no key.`)
  for (const line of lines)
    if (!parseVkey(nodePrimitives, line)) throw new UsageError(`${keyOrFile} has a line that is not a key: ${line}`)
  return lines
}

const checkpointOf = (path: string): Checkpoint => {
  const note = parseNote(readSmall(path))
  const checkpoint = note && parseCheckpoint(note.text)
  if (!checkpoint) throw new UsageError(`${path} is not a checkpoint.`)
  return checkpoint
}

const judgeOf = async (path: string) => {
  const { openJudge } = await import('./judge.ts')
  try {
    return openJudge(readSmall(path))
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${path} is not a PEM file of certificates: ${reasonOf(error)}.`)
  }
}

/** Checks a file and prints the report; returns the exit code. */
export const runVerify = async (
  path: string,
  commandOptions: VerifyOptions,
  say: (text: string) => void,
): Promise<number> => {
  try {
    const keys = (commandOptions.key ?? []).flatMap(keysOf)
    const checkpoints = (commandOptions.checkpoint ?? []).map(checkpointOf)
    const judge = commandOptions.ca === undefined ? undefined : await judgeOf(commandOptions.ca)
    using file = open(path)
    const options = { keys, checkpoints, all: commandOptions.all ?? false, ...(judge && { judge }) }
    const report = await verifyBundle(file, nodePrimitives, options)
    say(commandOptions.json ? JSON.stringify(report) : inLines(english, report).join('\n'))
    return report.exit
  } catch (error) {
    const message = error instanceof UsageError ? error.message : `${path} cannot be read: ${reasonOf(error)}.`
    say(commandOptions.json ? JSON.stringify({ error: message, exit: exits['no bundle'] }) : message)
    return exits['no bundle']
  }
}

const open = (path: string) => {
  try {
    return openFile(path)
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}.`)
  }
}
