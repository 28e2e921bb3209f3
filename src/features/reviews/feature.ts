/** Defines the reviews feature: reviews of products by people who own them. */
import type { Context } from '#platform/contract/context.ts'
import type { Feature } from '#platform/contract/feature.ts'
import { z } from '#platform/contract/zod.ts'
import { ExportedReview } from './review.contract.ts'
import { deleteWaitingReviewsOfPerson, findWaitingReviewsOfPerson } from './approval/review-approval.queries.ts'
import { restoreWaitingReview } from './approval/review-approval.service.ts'
import { findReviewsOfPerson } from './review.queries.ts'
import { ExportedEvidence, ExportedPicture, ExportedWaitingReview } from './personal-data.contract.ts'
import { EVIDENCE_RETENTION_DAYS } from './evidence/evidence-reason.policy.ts'
import { deleteEvidenceOfPerson, findEvidenceOfPerson } from './evidence/review-evidence.queries.ts'
import { purgeEvidence, verifyByEnquiries } from './evidence/evidence-upkeep.service.ts'
import {
  deletePicturesOfPerson,
  findHiddenPictureNames,
  findPictureNames,
  findPicturesOfPerson,
} from './pictures/review-pictures.queries.ts'
import { restoreReviewPicture } from './pictures/review-pictures.service.ts'
import { askOwners } from './updates/owner-question.service.ts'
import { ExportedReviewUpdate } from './updates/review-update.contract.ts'
import { findUpdatesOfPerson } from './updates/review-update.queries.ts'
import { reviewRoutes } from './review.routes.ts'
import { restoreReview } from './review.service.ts'

/**
 * Deletes pictures and evidence, which may show the person, and what still waits for approval. Published texts stay, under the name "Deleted
 * member".
 */
async function deleteUnpublishedOfPerson(ctx: Pick<Context, 'db'>, { id }: { id: number }): Promise<void> {
  await deletePicturesOfPerson(ctx, id)
  await deleteEvidenceOfPerson(ctx, id)
  await deleteWaitingReviewsOfPerson(ctx, id)
}

export const reviewsFeature: Feature = {
  name: 'reviews',
  dependsOn: [
    'drafts',
    'counting',
    'audit',
    'trash',
    'trust',
    'categories',
    'products',
    'users',
    'reputation',
    'enquiries',
    'mutes',
    'notices',
    'pages',
    'uploads',
    'webhooks',
    'writing',
    'watches',
  ],
  api: [{ name: 'Reviews', about: 'Reviews of products by their owners.', routes: reviewRoutes }],
  jobs: [
    { name: 'verify reviews by enquiries', everySeconds: 60, watchedTables: ['enquiries', 'reviews'], run: verifyByEnquiries },
    { name: 'ask how products are going', everySeconds: 3600, watchedTables: ['reviews'], run: (ctx) => askOwners(ctx) },
    {
      // `retention_runs` stores this name, so it must stay the same.
      name: 'forget proof of purchases',
      everySeconds: 600,
      watchedTables: ['review_evidence'],
      run: (ctx) => purgeEvidence(ctx),
      retention: {
        table: 'review_evidence',
        what: 'Proof of purchase without a decision',
        after: `${EVIDENCE_RETENTION_DAYS} days after it was sent`,
      },
    },
  ],
  pictureNames: findPictureNames,
  withheldPictureNames: findHiddenPictureNames,
  erasePerson: deleteUnpublishedOfPerson,
  trash: {
    review: { restore: restoreReview },
    waiting_review: { restore: restoreWaitingReview },
    review_picture: { restore: restoreReviewPicture },
  },
  tables: {
    review_decisions: { archive: { key: ['id'] }, personal: 'nothing' },
    review_pictures: {
      references: ['reviews', 'users'],
      archive: { key: ['id'] },
      personal: { section: 'reviewPictures', shape: z.array(ExportedPicture), find: findPicturesOfPerson },
    },
    review_evidence: {
      references: ['reviews', 'users'],
      archive: { never: 'is deleted once the receiving site has decided about it' },
      personal: { section: 'reviewEvidence', shape: z.array(ExportedEvidence), find: findEvidenceOfPerson },
    },
    review_updates: {
      references: ['reviews'],
      archive: { key: ['review_id', 'months'] },
      personal: { section: 'reviewUpdates', shape: z.array(ExportedReviewUpdate), find: findUpdatesOfPerson },
    },
    owner_questions: { archive: { key: ['months'] }, personal: 'nothing' },
    waiting_reviews: {
      references: ['products', 'reviews', 'users'],
      archive: { key: ['id'] },
      personal: { section: 'waitingReviews', shape: z.array(ExportedWaitingReview), find: findWaitingReviewsOfPerson },
      hasSecretWrites: true,
    },
    reviews: {
      references: ['products', 'users'],
      alsoWrittenBy: ['products'],
      archive: { key: ['id'] },
      personal: { section: 'reviews', shape: z.array(ExportedReview), find: findReviewsOfPerson },
    },
  },
}
