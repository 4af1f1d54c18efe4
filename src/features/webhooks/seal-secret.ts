import type { Call } from '#api/call.ts'

/** A signing secret as it is kept: bound to its organization and its webhook. */
export const sealSecret = ({ sealer, organizationId }: Call, webhookId: string, secret: string): string =>
  sealer.seal(secret, { organization: organizationId, record: webhookId, field: 'signing_secret' })
