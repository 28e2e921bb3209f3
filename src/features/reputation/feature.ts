/** Defines the reputation feature: points, levels and badges. */
import type { Feature } from '#platform/contract/feature.ts'
import { ExportedBadge, ExportedPoints } from './personal-data.contract.ts'
import { z } from '#platform/contract/zod.ts'
import { findBadgesForExport, findPointsForExport } from './personal-data.queries.ts'

export const reputationFeature: Feature = {
  name: 'reputation',
  dependsOn: ['users'],
  tables: {
    badges: { archive: { key: ['id'] }, personal: 'nothing' },
    user_badges: {
      references: ['users', 'badges'],
      archive: { key: ['user_id', 'badge_id'] },
      personal: { section: 'badges', shape: z.array(ExportedBadge), find: findBadgesForExport },
    },
    point_entries: {
      references: ['users'],
      archive: { key: ['id'] },
      personal: { section: 'points', shape: z.array(ExportedPoints), find: findPointsForExport },
    },
  },
}
