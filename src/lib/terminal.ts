import { Writable } from 'node:stream'
import { nameAllControls } from './direction-controls.ts'

type Line = Readonly<Record<string, unknown>>

/** The steps of a start, in words for people who wait for it. */
const sentences: Readonly<Record<string, (line: Line) => string>> = {
  __proto__: null as never,
  database_starting: ({ first }) => (first ? 'Making the database, once: a few seconds …' : 'Starting the database …'),
  migrated: ({ count }) => `Brought the database's schema up to date: ${count} ${count === 1 ? 'step' : 'steps'}.`,
  stopping: () => 'Stopping; what is under way is finished first.',
}

const marks: Readonly<Record<string, string>> = { warn: 'Warning: ', error: 'Error: ', fatal: 'Error: ' }

const fieldOf = ([name, value]: readonly [string, unknown]): string =>
  `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`

/** A log line as a sentence: what happened, then its fields. */
const sentenceOf = ({ level, time: _, pid: __, event, ...fields }: Line): string => {
  const said = sentences[String(event)]?.({ level, ...fields })
  const words = said ?? [String(event).replaceAll('_', ' '), ...Object.entries(fields).map(fieldOf)].join(' ')
  return `${marks[String(level)] ?? ''}${words}`
}

/** Takes the JSON lines of the log and writes them as sentences: for a terminal, where people read. */
export const linesForPeople = (terminal: NodeJS.WritableStream): NodeJS.WritableStream =>
  new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      for (const text of String(chunk).trimEnd().split('\n'))
        terminal.write(`${nameAllControls(sentenceOf(JSON.parse(text)))}\n`)
      done()
    },
  })
