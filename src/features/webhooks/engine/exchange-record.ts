import { isUtf8 } from 'node:buffer'
import type { Delivery, DeliveryExchange } from './delivery.ts'
import type { Exchange } from './exchange.ts'
import { nameHeaders, type Signatures } from './sign.ts'

/** The stored form: of the request only the parts that do not follow from the delivery, because there are very many. */
interface Kept extends Omit<DeliveryExchange, 'request'> {
  /** Null if nothing was sent. */
  readonly signatures: Signatures | null
}

/** Headers of every request, besides those that identify and sign it. */
export const plainHeaders = { 'content-type': 'application/json', 'user-agent': 'Probata-Webhooks/1' } as const

/** Renders the stored form of an attempt: the answer as text if it is UTF-8, otherwise in base64. */
export const renderExchange = (signatures: Signatures | undefined, exchange: Exchange): string => {
  const { status, headers, body, truncated, code = null } = exchange
  const encoding = isUtf8(body) ? 'utf8' : 'base64'
  const response = status === null ? null : { headers, body: body.toString(encoding), encoding, truncated }
  return JSON.stringify({ signatures: signatures ?? null, response, code })
}

/** The exchange of a delivery for answers, with its request headers as sent. */
export const readExchange = ({ id, eventId, eventType, startedAt }: Delivery, text: string): DeliveryExchange => {
  const { signatures, response, code }: Kept = JSON.parse(text)
  const named = { deliveryId: id, eventId, type: eventType, at: Date.parse(startedAt) }
  const headers = signatures ? { ...plainHeaders, ...nameHeaders(named, signatures) } : {}
  return { request: { headers }, response, code }
}
