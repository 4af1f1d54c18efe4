import { isUtf8 } from 'node:buffer'
import type { Delivery, DeliveryExchange } from './delivery.ts'
import type { Exchange } from './exchange.ts'
import { attemptHeaders, type Signatures } from './sign.ts'

/** The stored form. To save space, it has only the parts of the request that cannot be derived from the delivery. */
interface StoredExchange extends Omit<DeliveryExchange, 'request'> {
  /** Null if nothing was sent. */
  readonly signatures: Signatures | null
}

/** The headers that are the same in every request. */
export const plainHeaders = { 'content-type': 'application/json', 'user-agent': 'Probata-Webhooks/1' } as const

/** Renders the stored form of an exchange: the response body as text if it is UTF-8, otherwise in base64. */
export const renderExchange = (signatures: Signatures | undefined, exchange: Exchange): string => {
  const { status, headers, body, truncated, code = null } = exchange
  const encoding = isUtf8(body) ? 'utf8' : 'base64'
  const response = status === null ? null : { headers, body: body.toString(encoding), encoding, truncated }
  return JSON.stringify({ signatures: signatures ?? null, response, code })
}

/** Reads the stored exchange of a delivery, and adds the request headers as they were sent. */
export const readExchange = ({ id, eventId, eventType, startedAt }: Delivery, text: string): DeliveryExchange => {
  const { signatures, response, code }: StoredExchange = JSON.parse(text)
  const identity = { deliveryId: id, eventId, type: eventType, at: Date.parse(startedAt) }
  const headers = signatures ? { ...plainHeaders, ...attemptHeaders(identity, signatures) } : {}
  return { request: { headers }, response, code }
}
