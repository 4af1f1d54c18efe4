import { Writable } from 'node:stream'
import { nameAllControls } from './direction-controls.ts'

type Line = Readonly<Record<string, unknown>>

/** Sentences for the events of starting and stopping, for people who wait at the terminal. */
const sentences: Readonly<Record<string, (line: Line) => string>> = {
  __proto__: null as never,
  database_starting: ({ first }) =>
    first ? 'Creating the database, which takes a few seconds once …' : 'Starting the database …',
  migrated: ({ count }) => `Updated the database schema: ${count} ${count === 1 ? 'step' : 'steps'}.`,
  stopping: () => 'Stopping after the work in progress is finished.',
}

const prefixes: Readonly<Record<string, string>> = { warn: 'Warning: ', error: 'Error: ', fatal: 'Error: ' }

const fieldOf = ([name, value]: readonly [string, unknown]): string =>
  `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`

/** Converts a log line to a sentence: the event, then its fields. */
const sentenceOf = ({ level, time: _, pid: __, event, ...fields }: Line): string => {
  const sentence = sentences[String(event)]?.({ level, ...fields })
  const text = sentence ?? [String(event).replaceAll('_', ' '), ...Object.entries(fields).map(fieldOf)].join(' ')
  return `${prefixes[String(level)] ?? ''}${text}`
}

/** Creates a stream that converts the JSON lines of the log to sentences for people at a terminal. */
export const linesForPeople = (terminal: NodeJS.WritableStream): NodeJS.WritableStream =>
  new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      for (const text of String(chunk).trimEnd().split('\n'))
        terminal.write(`${nameAllControls(sentenceOf(JSON.parse(text)))}\n`)
      done()
    },
  })
