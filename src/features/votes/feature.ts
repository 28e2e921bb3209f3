/** Defines the votes feature: votes on topics, replies and reviews. */
import type { Feature } from '#platform/contract/feature.ts'
import { ExportedVote } from './personal-data.contract.ts'
import { z } from '#platform/contract/zod.ts'
import { findVotesForExport } from './personal-data.queries.ts'
import { voteRoutes } from './vote.routes.ts'

export const votesFeature: Feature = {
  name: 'votes',
  dependsOn: ['users', 'reputation', 'reviews', 'forums', 'trust'],
  api: [{ name: 'Votes', about: 'Votes up and down on topics, replies and reviews.', routes: voteRoutes }],
  tables: {
    votes: {
      references: ['users'],
      alsoWrittenBy: ['forums', 'products', 'reviews'],
      archive: { key: ['user_id', 'subject_type', 'subject_id'] },
      personal: { section: 'votes', shape: z.array(ExportedVote), find: findVotesForExport },
    },
  },
}
