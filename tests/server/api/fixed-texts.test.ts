/**
 * Texts that people read and constants that sites depend on. Each is defined in one place; this copy makes every change of one deliberate.
 */
import { expect, test } from 'vitest'
import { ALL_FEATURES_ON } from '#features/sites/features-on.policy.ts'
import { AUDIT_SUBJECTS } from '#features/audit/audit-subjects.policy.ts'
import { BADGE_RULES } from '#features/reputation/badges.policy.ts'
import { CURRENCY_SYMBOLS } from '#features/sites/currency.policy.ts'
import { CUSTOMER_STATUS_LABELS } from '#features/enquiries/tracking/tracking.client.ts'
import { EVIDENCE_REFUSALS } from '#features/reviews/evidence/evidence-reason.policy.ts'
import { FEATURE_SWITCHES } from '#features/sites/feature-switches.policy.ts'
import { REFERENCE_VALUE_ATTENTION } from '#features/figures/uses/figure-attention.policy.ts'
import { HIDE_REASONS } from '#features/reviews/moderation/hide-reason.policy.ts'
import { JOB_PRIORITIES } from '#features/job-queue/job-kind.policy.ts'
import { LANGUAGES, REGION_NAMES, CURRENCY_NAMES } from '#features/sites/region.policy.ts'
import { LEVEL_THRESHOLDS } from '#features/users/level.policy.ts'
import { NATION_NAMES, REFERENCE_VALUE_GROUPS } from '#features/figures/figure-groups.policy.ts'
import { NOTICE_KINDS } from '#features/notices/notice-kind.policy.ts'
import { POINTS, POINT_TABLE } from '#features/reputation/points.policy.ts'
import { REVIEW_SORT_LABELS, VERIFIED_LABELS } from '#features/reviews/review-sort.policy.ts'
import { SORT_LABELS } from '#features/products/product.client.ts'
import { SUPPRESSION_REASONS } from '#features/suppressions/suppression.policy.ts'
import { DEFAULT_LIMITS, QUOTA_MESSAGES, QUOTA_CODES } from '#features/quotas/quota.policy.ts'
import { WEBHOOK_EVENTS, EVENT_SUBJECT_LABELS } from '#features/webhooks/webhook-events.policy.ts'

test.each<[string, unknown, unknown]>([
  [
    'FEATURE_SWITCHES',
    FEATURE_SWITCHES,
    {
      products: {
        label: 'Products',
        about: 'A catalogue with specifications, prices and ratings, and enquiries sent to you.',
        off: 'Off: the catalogue, its reviews and enquiries are removed from the menu, the pages and the API.',
      },
      articles: {
        label: 'Articles',
        about: 'Guides that you write, sorted into six categories, with search.',
        off: 'Off: the guides are removed from the menu, the pages, the search and the API.',
      },
      forums: {
        label: 'Forums',
        about: 'Questions and answers by category. You can lock, pin and hide what is posted.',
        off: 'Off: the forum is removed from the menu, the pages and the API. Its posts are not deleted.',
      },
      expertAdvice: {
        label: 'Expert advice',
        about: 'Named experts and their articles on the home page.',
        off: 'Off: the experts and their articles are removed from the home page and the API.',
      },
      tools: {
        label: 'Tools',
        about: 'Calculators for your own home, from solar to grants, with a range, a date and a source for each number.',
        off: 'Off: the tools are removed from the footer, the pages and the API, and guides do not link to them.',
      },
      userAccounts: {
        label: 'User accounts',
        about: 'People sign up, which allows reviews, forum participation and comments under their own name.',
        off: 'Off: sign-up and profiles are disabled. Administrators can still sign in.',
      },
    },
  ],
  [
    'ALL_FEATURES_ON',
    ALL_FEATURES_ON,
    { products: true, articles: true, forums: true, expertAdvice: true, tools: true, userAccounts: true },
  ],
  ['LANGUAGES', LANGUAGES, { uk: 'en-GB', eu: 'en-IE', us: 'en-US', ca: 'en-CA', au: 'en-AU' }],
  ['REGION_NAMES', REGION_NAMES, { uk: 'United Kingdom', eu: 'European Union', us: 'United States', ca: 'Canada', au: 'Australia' }],
  [
    'CURRENCY_NAMES',
    CURRENCY_NAMES,
    { gbp: 'Pound sterling (£)', eur: 'Euro (€)', usd: 'US dollar ($)', cad: 'Canadian dollar (CA$)', aud: 'Australian dollar (A$)' },
  ],
  ['CURRENCY_SYMBOLS', CURRENCY_SYMBOLS, { gbp: '£', eur: '€', usd: '$', cad: 'CA$', aud: 'A$' }],
  ['DEFAULT_LIMITS', DEFAULT_LIMITS, { bytes: 1000000000, rows: 50000, uploads: 2000, uploadBytes: 500000000, mails: 1000, calls: 1000 }],
  [
    'QUOTA_MESSAGES',
    QUOTA_MESSAGES,
    {
      bytes: 'This site has reached its storage limit, so nothing was saved. Its administrator can free some space.',
      rows: 'This site has reached its limit of posts and accounts, so nothing was saved. Its administrator can free some space.',
      uploads: 'This site has reached its limit of pictures, so this one was not saved. Its administrator can request a higher limit.',
      uploadBytes: 'This site has reached its storage limit for pictures, so this one was not saved.',
      mails: 'This site has reached its daily email limit. The remaining emails will be sent later.',
      calls: 'This site has reached its hourly processing limit. Please try again in',
    },
  ],
  [
    'QUOTA_CODES',
    QUOTA_CODES,
    {
      bytes: 'site.quota_bytes',
      rows: 'site.quota_rows',
      uploads: 'site.quota_uploads',
      uploadBytes: 'site.quota_upload_bytes',
      mails: 'site.quota_mails',
      calls: 'site.quota_calls',
    },
  ],
  [
    'HIDE_REASONS',
    HIDE_REASONS,
    {
      spam: 'Advertising or spam',
      other_product: 'Not about this product',
      no_owner: 'The author has a conflict of interest or has never owned the product',
      personal_data: 'Names or shows someone without their consent',
      insult: 'Insults or threatens someone',
      unlawful: 'Against the law',
      guidelines: 'Against the community guidelines',
    },
  ],
  [
    'EVIDENCE_REFUSALS',
    EVIDENCE_REFUSALS,
    {
      unreadable: 'It cannot be read',
      other_product: 'It is about another product',
      no_proof: 'It does not show that you have bought or rented the product',
    },
  ],
  [
    'REVIEW_SORT_LABELS',
    REVIEW_SORT_LABELS,
    { newest: 'Newest', helpful: 'Most helpful', highest: 'Highest rating', lowest: 'Lowest rating' },
  ],
  ['VERIFIED_LABELS', VERIFIED_LABELS, { yes: 'Verified', no: 'Not verified' }],
  [
    'SORT_LABELS',
    SORT_LABELS,
    {
      rating: 'Top Rated',
      score: 'Best reviewed',
      'price-low': 'Price: Low to High',
      'price-high': 'Price: High to Low',
      name: 'Name: A to Z',
    },
  ],
  [
    'AUDIT_SUBJECTS',
    AUDIT_SUBJECTS,
    {
      product: { label: 'Product', inTrash: 'products' },
      article: { label: 'Article' },
      topic: { label: 'Topic', inTrash: 'topics' },
      reply: { label: 'Reply', inTrash: 'replies' },
      review: { label: 'Review', inTrash: 'reviews' },
      review_picture: { label: 'Picture of a review', inTrash: 'pictures of reviews' },
      post_picture: { label: 'Picture of a post', inTrash: 'pictures of posts' },
      user: { label: 'User' },
      waiting_review: { label: 'Review awaiting approval', inTrash: 'reviews awaiting approval' },
      enquiry: { label: 'Enquiry', inTrash: 'enquiries' },
      report: { label: 'Report' },
      duty: { label: 'Legal duty' },
      settings: { label: 'Settings' },
      upload: { label: 'Picture' },
      session: { label: 'Session' },
      trash: { label: 'Trash' },
      subscriber: { label: 'Newsletter address' },
      issue: { label: 'Newsletter issue' },
      deployment: { label: 'Copy' },
      site: { label: 'Site' },
      job: { label: 'Background jobs' },
      webhook: { label: 'Webhook' },
      figure: { label: 'Reference value' },
      suppression: { label: 'Suppressed address' },
    },
  ],
  [
    'SUPPRESSION_REASONS',
    SUPPRESSION_REASONS,
    {
      bounce: 'The address does not exist',
      soft: 'Several emails bounced',
      complaint: 'Marked as spam by the recipient',
      manual: 'Added by an administrator',
    },
  ],
  [
    'NOTICE_KINDS',
    NOTICE_KINDS,
    {
      reply: { label: 'Replies in topics you watch', defaultTiming: 'now' },
      answer: { label: 'Replies to your reviews and enquiries', defaultTiming: 'now' },
      mention: { label: 'Mentions of you', defaultTiming: 'now' },
      followup: { label: 'Questions about products you reviewed', defaultTiming: 'now' },
      moderation: { label: 'Moderation of your posts', defaultTiming: 'now' },
      watch: { label: 'New topics, reviews and prices that you watch', defaultTiming: 'daily' },
    },
  ],
  [
    'WEBHOOK_EVENTS',
    WEBHOOK_EVENTS,
    {
      'enquiry.created': 'An enquiry was received or restored',
      'enquiry.changed': 'An enquiry has a new status or new notes',
      'enquiry.deleted': 'An enquiry was deleted',
      'topic.created': 'A topic was created or restored',
      'topic.changed': 'A topic was edited, approved, hidden, pinned or locked',
      'topic.deleted': 'A topic was deleted with its replies',
      'reply.created': 'A reply was posted or restored',
      'reply.changed': 'A reply was edited, approved or hidden',
      'reply.deleted': 'A reply was deleted',
      'review.created': 'A review was posted or restored',
      'review.deleted': 'A review was deleted',
      'member.created': 'An account was created',
      'member.changed': 'An account has a new name, picture, address or role',
      'member.deleted': 'An account was closed',
      'subscriber.created': 'A subscription was confirmed, except by an import',
      'subscriber.deleted': 'A confirmed subscriber has unsubscribed or was removed',
    },
  ],
  [
    'EVENT_SUBJECT_LABELS',
    EVENT_SUBJECT_LABELS,
    { enquiry: 'Enquiries', topic: 'Topics', reply: 'Replies', review: 'Reviews', member: 'Members', subscriber: 'Newsletter' },
  ],
  [
    'CUSTOMER_STATUS_LABELS',
    CUSTOMER_STATUS_LABELS,
    { new: 'Received', contacted: 'In progress', completed: 'Completed', cancelled: 'Withdrawn' },
  ],
  [
    'POINTS',
    POINTS,
    { topic: 5, reply: 2, review: 10, 'upvote-received': 5, 'downvote-received': -2, 'answer-accepted': 15, 'post-removed': 0 },
  ],
  [
    'POINT_TABLE',
    POINT_TABLE,
    [
      { what: 'Starting a topic', points: 5 },
      { what: 'Replying to a topic', points: 2 },
      { what: 'Reviewing a product', points: 10 },
      { what: 'An upvote on your topic, reply or review', points: 5 },
      { what: 'A downvote on your topic, reply or review', points: -2 },
      { what: 'Your reply is accepted as the answer to another member’s question', points: 15 },
      { what: 'Your post is removed by a moderator, or a vote or an acceptance is withdrawn', points: 'the points it earned' },
    ],
  ],
  ['LEVEL_THRESHOLDS', LEVEL_THRESHOLDS, [0, 100, 300, 600, 1000]],
  [
    'BADGE_RULES',
    BADGE_RULES.map(({ name, earnedBy }) => ({ name, earnedBy })),
    [
      { name: 'First Post', earnedBy: 'a first topic or reply' },
      { name: 'Helpful Neighbour', earnedBy: 'ten upvotes on your replies' },
      { name: 'Early Adopter', earnedBy: 'reviews of three products' },
      { name: 'Meter Reader', earnedBy: 'twenty-five topics and replies' },
      { name: 'Trusted Reviewer', earnedBy: 'three reviews of verified purchases' },
      { name: 'Founding Member', earnedBy: 'being among the first hundred members, for a year' },
    ],
  ],
  ['NATION_NAMES', NATION_NAMES, { england: 'England', wales: 'Wales', scotland: 'Scotland', 'northern-ireland': 'Northern Ireland' }],
  [
    'REFERENCE_VALUE_GROUPS',
    REFERENCE_VALUE_GROUPS,
    [
      {
        id: 'energy',
        title: 'Energy prices',
        about: 'What you pay and earn per unit.',
        keys: ['cap', 'use', 'tariff', 'export', 'seg'],
      },
      {
        id: 'grants',
        title: 'Grants',
        about: 'Amounts and end dates.',
        keys: ['bus', 'scotland', 'chargepoint', 'eco4', 'warm-homes', 'affordable-warmth', 'car.grant'],
      },
      { id: 'tax', title: 'Tax', about: 'VAT, car tax and upcoming changes.', keys: ['vat', 'car'] },
      { id: 'carbon', title: 'Carbon', about: 'Kilograms per kilowatt-hour, by the government’s method.', keys: ['carbon'] },
      { id: 'fuel', title: 'Fuel and public charging', about: 'Petrol stations and public chargers.', keys: ['fuel', 'charging'] },
      {
        id: 'jobs',
        title: 'What a job costs',
        about: 'Including installation, before any grant.',
        keys: ['solar.price', 'heat-pump', 'battery.price', 'price', 'job'],
      },
      { id: 'rules', title: 'Rules', about: 'Limits, notices and dates.', keys: ['noise', 'supply', 'epc', 'mees', 'plug-in-solar'] },
      { id: 'sums', title: 'Our assumptions', about: 'Use your own values in the tools if you know them.', keys: [] },
    ],
  ],
  [
    'REFERENCE_VALUE_ATTENTION',
    REFERENCE_VALUE_ATTENTION,
    { missing: 'Missing', past: 'Expired', due: 'To be checked', unconfirmed: 'Not confirmed', fine: 'Up to date' },
  ],
  ['JOB_PRIORITIES', JOB_PRIORITIES, { urgent: 10, normal: 20, bulk: 30 }],
])('%s is unchanged', (_name, actual, expected) => expect(actual).toEqual(expected))
