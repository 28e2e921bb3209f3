/** Registers the permission of tenant sites to send newsletters and import addresses. */
import './bulk-mail.context.ts'
import type { Feature } from '#platform/contract/feature.ts'
import { route } from '#platform/contract/route.ts'
import { getBulkMailEndpoint, requestBulkMailEndpoint } from './bulk-mail.contract.ts'
import { getOwnBulkMail, requestBulkMail } from './bulk-mail.service.ts'

export const bulkMailFeature: Feature = {
  name: 'bulk-mail',
  dependsOn: ['audit'],
  api: [
    {
      name: 'Newsletter permission',
      about: 'Whether a launched site may send newsletters and import addresses.',
      routes: [route(getBulkMailEndpoint, (ctx) => getOwnBulkMail(ctx)), route(requestBulkMailEndpoint, (ctx) => requestBulkMail(ctx))],
    },
  ],
  tables: {
    bulk_mail_permissions: {
      references: ['launches'],
      archive: { never: 'belongs to the installation rather than the site' },
      personal: { notExported: 'the username of an administrator of another site' },
    },
  },
}
