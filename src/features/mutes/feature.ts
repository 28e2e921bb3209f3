/** Defines the mutes feature: members whose posts another member does not want to see. */
import type { Feature } from '#platform/contract/feature.ts'
import { z } from '#platform/contract/zod.ts'
import { ExportedMute } from './mute.contract.ts'
import { deleteMutesOfPerson, findMutesOfPerson } from './mute.queries.ts'
import { muteRoutes } from './mute.routes.ts'

export const mutesFeature: Feature = {
  name: 'mutes',
  dependsOn: ['users'],
  api: [{ name: 'Mutes', about: 'Members that a member has muted.', routes: muteRoutes }],
  erasePerson: deleteMutesOfPerson,
  tables: {
    mutes: {
      references: ['users'],
      archive: { key: ['user_id', 'muted_id'] },
      personal: { section: 'mutes', shape: z.array(ExportedMute), find: findMutesOfPerson },
    },
  },
}
