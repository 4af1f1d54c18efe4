import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { createLog } from './log.ts'
import { linesForPeople } from './terminal.ts'

const cases: [name: string, write: (log: ReturnType<typeof createLog>) => void, text: string][] = [
  [
    'a first start',
    log => log.info({ event: 'database_starting', first: true }),
    'Creating the database, which takes a few seconds once …',
  ],
  ['a later start', log => log.info({ event: 'database_starting', first: false }), 'Starting the database …'],
  ['one migration', log => log.info({ event: 'migrated', count: 1 }), 'Updated the database schema: 1 step.'],
  ['any other line', log => log.info({ event: 'some_event', count: 3, route: '/a' }), 'some event count=3 route=/a'],
  [
    'a line with characters that would clear the screen or reverse the text',
    log => log.info({ event: 'asked', route: '/a\u001b[2J \u202eexe' }),
    'asked route=/a[U+001B][2J [U+202E]exe',
  ],
  ['a warning', log => log.warn({ event: 'web_app_not_built' }), 'Warning: web app not built'],
  [
    'an error',
    log => log.error({ event: 'job_failed', error: new Error('timeout') }),
    'Error: job failed error={"class":"Error","message":"timeout"}',
  ],
]
for (const [name, write, text] of cases) {
  test(`${name} is written as a sentence at a terminal`, () => {
    const terminal = new PassThrough({ encoding: 'utf8' })
    write(createLog({ level: 'info', destination: linesForPeople(terminal) }))
    assert.equal(terminal.read()?.replace(/,"at":\[[^\]]*\]/, ''), `${text}\n`)
  })
}
