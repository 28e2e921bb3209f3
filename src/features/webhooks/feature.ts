/** Registers webhooks, which publish events of the site to other systems. */
import type { Feature } from '#platform/contract/feature.ts'
import { createWebhookHandler } from './delivery.service.ts'
import { removeOldDeliveries } from './delivery-retention.service.ts'
import { WEBHOOK_DESCRIPTIONS } from './webhook-payload.contract.ts'
import { DELIVERY_RETENTION_DAYS } from './webhook-limits.policy.ts'
import { webhookRoutes } from './webhook.routes.ts'

export const webhooksFeature: Feature = {
  name: 'webhooks',
  dependsOn: ['audit', 'job-queue'],
  api: [
    {
      name: 'Webhooks',
      about:
        'Publish events to other systems by signed POST requests (Standard Webhooks): HMAC-SHA256 over `webhook-id`.`webhook-timestamp`.body.',
      routes: webhookRoutes,
      webhooks: WEBHOOK_DESCRIPTIONS,
    },
  ],
  jobHandlers: [createWebhookHandler()],
  jobs: [
    {
      name: 'forget old calls of webhooks',
      everySeconds: 3600,
      watchedTables: ['webhook_deliveries'],
      run: (ctx) => removeOldDeliveries(ctx),
      retention: { table: 'webhook_deliveries', what: 'Webhook deliveries', after: `${DELIVERY_RETENTION_DAYS} days after they were made` },
    },
  ],
  tables: {
    webhooks: { hasSecretWrites: true, archive: { never: 'sends data to other systems' }, personal: 'nothing' },
    webhook_deliveries: {
      hasSecretWrites: true,
      references: ['webhooks'],
      archive: { never: 'sends data to other systems' },
      personal: { notExported: 'names things by number, and is forgotten after 30 days' },
    },
  },
}
