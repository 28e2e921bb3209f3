/** Points, levels and badges. */
import type { Feature } from '#platform/feature.ts'
import { findBadgesOfPerson, findPointsOfPerson } from './personal-data.queries.ts'

export const reputationFeature: Feature = {
  name: 'reputation',
  standsOn: ['users'],
  tables: {
    badges: { archive: { key: ['id'] }, personal: 'nothing' },
    user_badges: {
      references: ['users', 'badges'],
      archive: { key: ['user_id', 'badge_id'] },
      personal: { section: 'badges', find: findBadgesOfPerson },
    },
    point_entries: { references: ['users'], archive: { key: ['id'] }, personal: { section: 'points', find: findPointsOfPerson } },
  },
}
