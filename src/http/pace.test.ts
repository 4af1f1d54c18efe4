import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { mock, test } from 'node:test'
import { guardPace, jsonBody, streamedBody } from './pace.ts'

/** A request with only the fields that the guard uses. */
class FakeRequest extends EventEmitter {
  readonly headers = { 'content-length': '1000000' }
  readonly socket = { bytesRead: 0, destroyed: false, destroy: () => Object.assign(this.socket, { destroyed: true }) }
  readableFlowing: boolean | null = null
  readableLength = 0
  isPaused = () => this.readableFlowing === false
  guard(pace: typeof jsonBody) {
    guardPace(this as unknown as IncomingMessage, pace)
    return this
  }
}

test('the time that a body waits for the server does not count against the client', t => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.after(() => mock.timers.reset())
  for (const pace of [jsonBody, streamedBody]) {
    const unread = new FakeRequest().guard(pace)
    mock.timers.tick(60_000)
    assert.equal(unread.socket.destroyed, false)
    unread.readableFlowing = true
    mock.timers.tick(9000)
    assert.equal(unread.socket.destroyed, false)
    mock.timers.tick(1000)
    assert.equal(unread.socket.destroyed, true)

    const paused = new FakeRequest().guard(pace)
    Object.assign(paused, { readableFlowing: false, readableLength: 16 })
    mock.timers.tick(60_000)
    assert.equal(paused.socket.destroyed, false)
  }
})
