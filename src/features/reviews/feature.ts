/** What owners say about products. */
import type { Feature } from '#platform/feature.ts'
import { z } from '#platform/zod.ts'
import { ExportedReview } from './review.contract.ts'
import { findReviewsOfPerson } from './review.queries.ts'
import { reviewRoutes } from './review.routes.ts'
import { restoreReview } from './review.service.ts'

export const reviewsFeature: Feature = {
  name: 'reviews',
  standsOn: ['audit', 'trash', 'categories', 'products', 'users', 'reputation', 'enquiries'],
  api: [{ name: 'Reviews', about: 'What owners say about products.', routes: reviewRoutes }],
  trash: { review: { restore: restoreReview } },
  tables: {
    reviews: {
      references: ['products', 'users'],
      alsoWrittenBy: ['products'],
      archive: { key: ['id'] },
      personal: { section: 'reviews', shape: z.array(ExportedReview), find: findReviewsOfPerson },
    },
  },
}
