import { createRoute } from '@tanstack/react-router'
import { prefetchRecord } from '#web/app/prefetch.ts'
import { app, page, textParams } from './page.ts'

const webhooks = createRoute({
  getParentRoute: () => app,
  path: '/webhooks',
  validateSearch: textParams('status'),
  component: page(() => import('#web/pages/webhooks/endpoints.tsx'), 'Endpoints', 'webhooks'),
})

const newWebhook = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/new',
  component: page(() => import('#web/pages/webhooks/new-endpoint.tsx'), 'NewEndpoint', 'webhooks'),
})

const verifySignature = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/verify',
  validateSearch: textParams('webhookId', 'deliveryId'),
  component: page(() => import('#web/pages/webhooks/verify-signature.tsx'), 'VerifySignature', 'signature'),
})

const webhook = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/$webhookId',
  validateSearch: textParams('tab', 'outcome', 'eventType', 'status', 'from', 'to'),
  loader: ({ context, params }) =>
    prefetchRecord(context.queries, 'getWebhook', '/api/workspace/webhooks/{webhookId}', params),
  component: page(() => import('#web/pages/webhooks/endpoint.tsx'), 'EndpointPage', 'webhooks'),
})

const delivery = createRoute({
  getParentRoute: () => app,
  path: '/webhooks/$webhookId/deliveries/$deliveryId',
  loader: ({ context, params }) =>
    prefetchRecord(
      context.queries,
      'getWebhookDelivery',
      '/api/workspace/webhooks/{webhookId}/deliveries/{deliveryId}',
      params,
    ),
  component: page(() => import('#web/pages/webhooks/delivery.tsx'), 'DeliveryPage', 'webhooks'),
})

export const webhooksRoutes = [webhooks, newWebhook, verifySignature, webhook, delivery] as const
