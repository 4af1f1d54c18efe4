import type { IncomingMessage } from 'node:http'
import { second } from '#lib/clock.ts'
import { announcesBody } from './body.ts'

interface Pace {
  /** How long a body may take before its pace is checked, and the time between checks. */
  readonly grace: number
  /** Bytes a second that it must average from then on; undefined means that it must have ended. */
  readonly bytesPerSecond?: number
}

export const jsonBody: Pace = { grace: 10 * second }
export const streamedBody: Pace = { grace: 10 * second, bytesPerSecond: 16 * 1024 }

const look = second

/** A body that nobody has begun to read, or of which some is buffered here, waits for us and not for the client. */
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
