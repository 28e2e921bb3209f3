/** Registers launching tenant sites and managing them. */
import './invitations/invitation.context.ts'
import type { Feature } from '#platform/contract/feature.ts'
import { syncSiteStates } from './copies/copies.service.ts'
import { checkDueDomains } from './domain-proof/domain-proof.service.ts'
import { deploymentRoutes } from './deployment.routes.ts'
import { clearInterruptedLaunches, retireUnclaimedSites } from './deployment.service.ts'

export const deploymentFeature: Feature = {
  name: 'deployment',
  dependsOn: ['accounts', 'audit', 'bulk-mail', 'job-queue', 'quotas', 'sites', 'users'],
  api: [{ name: 'Copies', about: 'Launching, claiming and administering sites.', routes: deploymentRoutes }],
  jobs: [
    { name: 'learn which copies rest', triggerTables: ['launches'], isForEveryProcess: true, run: syncSiteStates },
    {
      name: 'learn new limits',
      triggerTables: ['site_quotas'],
      isForEveryProcess: true,
      run: async (ctx) => ctx.installation?.invalidateQuotas(),
    },
    {
      name: 'refresh newsletter permissions',
      triggerTables: ['bulk_mail_permissions'],
      isForEveryProcess: true,
      run: async (ctx) => ctx.installation?.refreshBulkMail(),
    },
    { name: 'clear away interrupted launches', everySeconds: 60, watchedTables: ['launches'], run: (ctx) => clearInterruptedLaunches(ctx) },
    { name: 'look for the proof of domain names', everySeconds: 30, watchedTables: ['launches'], run: (ctx) => checkDueDomains(ctx) },
    {
      name: 'retire copies that nobody has claimed',
      everySeconds: 3600,
      watchedTables: ['launches'],
      run: (ctx) => retireUnclaimedSites(ctx),
    },
  ],
  tables: {
    launches: {
      references: ['users'],
      archive: { never: 'belongs to the installation rather than the site' },
      personal: { notExported: 'the launched site, which has an export' },
    },
    launch_invitations: {
      references: ['users'],
      hasSecretWrites: true,
      archive: { never: 'belongs to the installation rather than the site' },
      personal: { notExported: 'the administrator who created an invitation' },
    },
  },
}
