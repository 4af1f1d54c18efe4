import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { connect, type TLSSocket } from 'node:tls'
import { second } from '#lib/clock.ts'
import type { SyslogDestination } from '#lib/security-log-address.ts'
import type { Severity } from '#shared/security-event-catalogue.ts'
import { shortenJson } from './shorten-json.ts'
import type { ShippedLine, Sink } from './sink.ts'

const idleTimeout = 10 * second
/** The time limit of a batch, shorter than the sender's lease. */
const batchTimeout = 25 * second
/** How long the receiver may take to reject the messages. */
const rejectionTime = second / 2

const fault = (code: string, message: string): Error => Object.assign(new Error(message), { code })

/** Facility 13, log audit (RFC 5424 section 6.2.1). */
const facility = 13
const levels = { critical: 2, high: 3, medium: 4, low: 5, info: 6 } as const satisfies Record<Severity, number>
const maxMessageIdLength = 32
/** The maximum length in octets: the default limit of rsyslog, which splits a longer message into several. */
const maxMessageBytes = 8096

interface Options {
  /** The trusted authorities if the address has none. */
  readonly trusted?: string[] | undefined
  /** Called for each message that was cut. */
  readonly onCut: () => void
}

const host =
  hostname()
    .replaceAll(/[^\x21-\x7e]/g, '')
    .slice(0, 255) || '-'

/** Renders an RFC 5424 message with JSON as its text, framed by its length in octets (RFC 5425 section 4.3). */
const renderMessage = ({ event: { type, severity, createdAt }, text }: ShippedLine, onCut: () => void): string => {
  const header = `<${facility * 8 + levels[severity]}>1 ${createdAt} ${host} probata ${process.pid} ${type.slice(0, maxMessageIdLength)} - `
  const textBytes = maxMessageBytes - Buffer.byteLength(header)
  const fits = Buffer.byteLength(text) <= textBytes
  if (!fits) onCut()
  const message = header + (fits ? text : shortenJson(text, textBytes))
  return `${Buffer.byteLength(message)} ${message}`
}

/**
 * Sends the body and closes our side. Resolves when the receiver has then closed its own side. A receiver that rejects
 * our certificate (in TLS 1.3 after the handshake), or aborts, closes earlier. Many close without a close_notify.
 */
const sendBatch = (socket: TLSSocket, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    let hasEnded = false
    let isAccepted = false
    const timeOut = () => socket.destroy(fault('ETIMEDOUT', 'the receiver does not respond'))
    const limit = setTimeout(timeOut, batchTimeout)
    socket.once('secureConnect', () => {
      socket.write(body, () => {
        timer = setTimeout(() => {
          hasEnded = true
          socket.end()
        }, rejectionTime)
      })
    })
    socket.on('end', () => {
      isAccepted = hasEnded
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      clearTimeout(limit)
      if (isAccepted) resolve()
      else reject(fault('ECONNRESET', 'the receiver broke the connection'))
    })
    socket.setTimeout(idleTimeout, timeOut)
    socket.resume()
  })

/**
 * Creates a sink that uses a connection per batch. Syslog has no acknowledgement, and data sent to a dead receiver is
 * lost silently. So our side closes after the last message (RFC 5425 section 4.4), and the receiver closes its side
 * when it has read all messages.
 */
export const createSyslogSink =
  ({ host: receiver, port, ca, cert, key }: SyslogDestination, { trusted, onCut }: Options): Sink =>
  lines => {
    const authorities = ca ?? trusted
    const socket = connect({
      host: receiver,
      port,
      minVersion: 'TLSv1.2',
      ...(isIP(receiver) === 0 && { servername: receiver }),
      ...(authorities && { ca: authorities }),
      ...(cert && { cert }),
      ...(key && { key }),
    })
    return sendBatch(socket, lines.map(line => renderMessage(line, onCut)).join(''))
  }
