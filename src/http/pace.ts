import type { IncomingMessage } from 'node:http'
import { second } from '#lib/clock.ts'
import { announcesBody } from './body.ts'

interface Pace {
  /** The time a body may take before its pace is checked, and the time between checks. */
  readonly grace: number
  /** The average that the body must reach from then on; undefined if it must have ended. */
  readonly bytesPerSecond?: number
}

export const jsonBody: Pace = { grace: 10 * second }
export const streamedBody: Pace = { grace: 10 * second, bytesPerSecond: 16 * 1024 }

const look = second

/** A body that is not being read yet, or that is partly buffered here, waits for us and not for the client. */
const waitsForUs = (request: IncomingMessage): boolean =>
  request.readableFlowing === null || (request.isPaused() && request.readableLength > 0)

/** Closes the connection of a client that sends its body implausibly slowly. */
export const guardPace = (request: IncomingMessage, { grace, bytesPerSecond }: Pace): void => {
  if (!announcesBody(request)) return
  const { socket } = request
  const bytesBefore = socket.bytesRead
  let waited = 0
  const timer = setInterval(() => {
    if (waitsForUs(request)) return
    waited += look
    if (waited % grace !== 0) return
    const pace = (socket.bytesRead - bytesBefore) / (waited / second)
    if (bytesPerSecond === undefined || pace < bytesPerSecond) socket.destroy()
  }, look)
  timer.unref()
  const stop = () => clearInterval(timer)
  request.once('end', stop).once('close', stop)
}
