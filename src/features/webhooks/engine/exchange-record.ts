import { isUtf8 } from 'node:buffer'
import { renderExchange } from './delivery.ts'
import type { Exchange } from './exchange.ts'

/** What is kept of an attempt: text where the body is UTF-8, else base64. */
export const exchangeRecord = (request: Record<string, string>, exchange: Exchange): string => {
  const { status, headers, body, truncated, code = null } = exchange
  const encoding = isUtf8(body) ? 'utf8' : 'base64'
  const response =
    status === null ? null : ({ headers: { ...headers }, body: body.toString(encoding), encoding, truncated } as const)
  return renderExchange({ request: { headers: request }, response, code })
}
