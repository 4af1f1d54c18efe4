/** `probata verify bundle`, in the program and standalone: no network, no configuration, nothing written. */
import { readFileSync } from 'node:fs'
import { verifyBundle } from './bundle.ts'
import { nodePrimitives, openFile } from './node.ts'
import { type Checkpoint, parseCheckpoint, parseNote, parseVkey } from './note.ts'
import { exits } from './report.ts'
import { english, inLines } from './words.ts'

export interface Asked {
  /** Keys, or files with one per line. */
  readonly key?: readonly string[]
  /** Files with a checkpoint each. */
  readonly checkpoint?: readonly string[]
  /** A PEM file with the root certificates of authorities for seals and time-stamps. */
  readonly ca?: string
  readonly json?: boolean
  readonly all?: boolean
}

/** Wrong usage; the exit code is 2. */
class CannotAsk extends Error {}

const largest = 1 << 20

const readSmall = (path: string): string => {
  try {
    using file = openFile(path)
    if (file.size > largest) throw new CannotAsk(`${path} is larger than a megabyte.`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw error instanceof CannotAsk ? error : new CannotAsk(`${path} cannot be read: ${reasonOf(error)}.`)
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error)

const keysOf = (given: string): readonly string[] => {
  if (parseVkey(nodePrimitives, given)) return [given]
  const lines = readSmall(given)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  if (lines.length === 0) throw new CannotAsk(`${given} contains no key.`)
  for (const line of lines)
    if (!parseVkey(nodePrimitives, line)) throw new CannotAsk(`${given} has a line that is not a key: ${line}`)
  return lines
}

const checkpointOf = (path: string): Checkpoint => {
  const note = parseNote(readSmall(path))
  const checkpoint = note && parseCheckpoint(note.text)
  if (!checkpoint) throw new CannotAsk(`${path} is not a checkpoint.`)
  return checkpoint
}

const judgeOf = async (path: string) => {
  const { openJudge } = await import('./judge.ts')
  try {
    return openJudge(readSmall(path))
  } catch (error) {
    throw error instanceof CannotAsk
      ? error
      : new CannotAsk(`${path} is not a PEM file of certificates: ${reasonOf(error)}.`)
  }
}

/** Checks a file and prints the report; returns the exit code. */
export const runVerify = async (path: string, asked: Asked, say: (text: string) => void): Promise<number> => {
  try {
    const keys = (asked.key ?? []).flatMap(keysOf)
    const checkpoints = (asked.checkpoint ?? []).map(checkpointOf)
    const judge = asked.ca === undefined ? undefined : await judgeOf(asked.ca)
    using file = open(path)
    const options = { keys, checkpoints, all: asked.all ?? false, ...(judge && { judge }) }
    const report = await verifyBundle(file, nodePrimitives, options)
    say(asked.json ? JSON.stringify(report) : inLines(english, report).join('\n'))
    return report.exit
  } catch (error) {
    const message = error instanceof CannotAsk ? error.message : `${path} cannot be read: ${reasonOf(error)}.`
    say(asked.json ? JSON.stringify({ error: message, exit: exits['no bundle'] }) : message)
    return exits['no bundle']
  }
}

const open = (path: string) => {
  try {
    return openFile(path)
  } catch (error) {
    throw new CannotAsk(`${path} cannot be read: ${reasonOf(error)}.`)
  }
}
