import type { IncomingMessage } from 'node:http'
import { second } from '#lib/clock.ts'
import { announcesBody } from './body.ts'

interface Pace {
  /** Milliseconds before the first check of the pace, and between checks. */
  readonly grace: number
  /** The average pace that every check requires; undefined if the body must have ended by the first check. */
  readonly bytesPerSecond?: number
}

export const jsonBody: Pace = { grace: 10 * second }
export const streamedBody: Pace = { grace: 10 * second, bytesPerSecond: 16 * 1024 }

const tick = second

/** Whether a body waits for the server: reading has not begun, or is paused while bytes are buffered. */
const waitsForServer = (request: IncomingMessage): boolean =>
  request.readableFlowing === null || (request.isPaused() && request.readableLength > 0)

/** Closes the connection of a client that sends its body implausibly slowly. */
export const guardPace = (request: IncomingMessage, { grace, bytesPerSecond }: Pace): void => {
  if (!announcesBody(request)) return
  const { socket } = request
  const bytesBefore = socket.bytesRead
  let waited = 0
  const timer = setInterval(() => {
    if (waitsForServer(request)) return
    waited += tick
    if (waited % grace !== 0) return
    const pace = (socket.bytesRead - bytesBefore) / (waited / second)
    if (bytesPerSecond === undefined || pace < bytesPerSecond) socket.destroy()
  }, tick)
  timer.unref()
  const stop = () => clearInterval(timer)
  request.once('end', stop).once('close', stop)
}
