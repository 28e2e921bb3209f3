/** Table types of a site's database after the last migration. Timestamps are ISO 8601 UTC strings on both engines. */
import type { Generated, Kysely } from 'kysely'

export type Moderation = 'visible' | 'waiting' | 'hidden'

export type Publication = 'draft' | 'scheduled' | 'published'
export type VoteSubject = 'topic' | 'reply' | 'review'

/** Features add their own tables by declaration merging in `*.context.ts`: `declare module '#db/tables.ts' { interface Tables { … } }`. */
export interface Tables {
  settings: { key: string; value: string }
  categories: { id: Generated<number>; slug: string; name: string; description: string; icon_name: string; is_demo: Generated<boolean> }
  users: {
    id: Generated<number>
    username: string
    username_key: string
    /** Email address that its owner confirmed through a mailed link, or that an administrator or a claim set. */
    email: string | null
    /** Time at which the owner confirmed `email`; null for one that was only set. */
    email_proved_at: string | null
    /** Address that the member entered and has not confirmed. Several accounts may have the same. */
    unconfirmed_email: string | null
    password_hash: string | null
    display_name: string | null
    avatar_url: string | null
    is_admin: Generated<boolean>
    level: Generated<number>
    reputation_points: Generated<number>
    member_since: string
    last_active: string | null
    /** Time since which the member may read but not post; null if the member is not restricted. */
    restricted_at: string | null
    /** End of the restriction; null: until an administrator lifts it. */
    restricted_until: Generated<string | null>
    /** Time at which the account was closed; its posts stay, under the name "Deleted member". */
    deleted_at: string | null
    totp_secret: string | null
    /** Time at which the first code was verified; null: the secret is not active. */
    totp_since: string | null
    passkey_since: string | null
    search_text: Generated<string>
    is_demo: Generated<boolean>
  }
  sessions: {
    id: Generated<number>
    user_id: number
    token_hash: string
    browser: string
    created_at: string
    last_seen_at: string
    expires_at: string
  }
  known_browsers: { user_id: number; token_hash: string; last_used_at: string }
  given_up_usernames: { name_hash: string; user_id: number | null; given_up_at: string }
  sign_in_failures: { key: string; failures: number; last_at: string; blocked_until: string | null }
  one_time_tokens: { token_hash: string; purpose: string; user_id: number | null; email: string | null; expires_at: string }
  recovery_codes: { user_id: number; code_hash: string }
  mails: {
    id: Generated<number>
    to_address: string
    subject: string
    created_at: string
    sent_at: string | null
    attempts: Generated<number>
    last_error: string | null
    body: string
    reply_to: string | null
    unsubscribe_url: string | null
    /** JSON: content of the HTML part; null: plain text only. */
    content: Generated<string | null>
    /** JSON: the mailing list that it belongs to. */
    list: Generated<string | null>
    /** Reason why it may be sent to a suppressed address: `asked`, `security`; null: it may not. */
    purpose: string | null
    /** Time at which it was withheld because its address is suppressed. */
    suppressed_at: string | null
  }
  badges: { id: Generated<number>; name: string; level: number; description: Generated<string> }
  user_badges: { user_id: number; badge_id: number; earned_at: string }
  experts: {
    id: Generated<number>
    slug: string
    name: string
    title: string
    avatar_url: string
    interest: string
    bio: string
    is_demo: Generated<boolean>
  }
  articles: {
    id: Generated<number>
    slug: string
    title: string
    category_id: number | null
    author_id: number | null
    author_name: string | null
    published_at: string | null
    rating: number | null
    views: Generated<number>
    featured_image: string | null
    image_alt: string | null
    is_demo: Generated<boolean>
    status: Generated<Publication>
    summary: string | null
    content: string
    search_text: string
    /**
     * Time at which its page last changed; null: not since publication. Likewise for products with their reviews, and topics with their
     * replies.
     */
    changed_at: Generated<string | null>
    /** The day on which its numbers were last verified: `2026-11-02`. */
    checked_on: Generated<string | null>
    /** JSON of the article's case study (`CaseStudy`); null: it has none. */
    case_study: Generated<string | null>
    version: Generated<number>
  }
  old_slugs: { kind: 'article' | 'product'; slug: string; subject_id: number }
  /** Tombstones of public pages: the slug of an article or product, the id of a topic. */
  gone_addresses: { kind: 'article' | 'product' | 'topic'; key: string; subject_id: number; gone_at: string }
  expert_articles: {
    id: Generated<number>
    expert_id: number
    title: string
    published_at: string | null
    is_demo: Generated<boolean>
    content: string
  }
  products: {
    id: Generated<number>
    slug: string
    name: string
    name_key: string
    category_id: number | null
    price: string | null
    price_amount: number | null
    price_unit: string | null
    price_low: number
    price_high: number
    image: string | null
    image_alt: string | null
    is_featured: Generated<boolean>
    rating_sum: Generated<number>
    review_count: Generated<number>
    average_rating: Generated<number>
    /** Bayesian average of the ratings, by which products are recommended; 0 without reviews. */
    score: Generated<number>
    created_at: string
    is_demo: Generated<boolean>
    description: string
    features: string | null
    technical_specs: string | null
    search_text: string
    changed_at: Generated<string | null>
    /** Version of the specification parser that wrote its `product_figures`. */
    figures_version: Generated<number>
    version: Generated<number>
  }
  /** Numeric spec values that product lists are filtered by, in the unit of their spec. Derived from the product. */
  product_figures: { product_id: number; key: string; category_id: number; number: number }
  reviews: {
    id: Generated<number>
    product_id: number
    user_id: number
    rating: number
    title: string
    content: string
    created_at: string
    is_verified: Generated<boolean>
    /** Verified by an enquiry that was completed here, or by evidence that an administrator has checked. Null: not verified. */
    verified_by: Generated<'enquiry' | 'evidence' | null>
    /** Time for which the author had owned the product. */
    owned_months: Generated<number | null>
    edited_at: Generated<string | null>
    /** Public reply by the maker or the site. */
    answer: Generated<string | null>
    answer_from: Generated<'maker' | 'site' | null>
    answered_at: Generated<string | null>
    /** Title and text, case-folded (`foldText`). */
    search_text: Generated<string>
    upvotes: Generated<number>
    downvotes: Generated<number>
    is_demo: Generated<boolean>
    version: Generated<number>
  }
  topics: {
    id: Generated<number>
    title: string
    category_id: number | null
    user_id: number
    created_at: string
    active_at: string
    views: Generated<number>
    reply_count: Generated<number>
    status: Generated<Moderation>
    is_pinned: Generated<boolean>
    is_locked: Generated<boolean>
    upvotes: Generated<number>
    downvotes: Generated<number>
    is_demo: Generated<boolean>
    content: string
    search_text: string
    changed_at: Generated<string | null>
    version: Generated<number>
    /** Time of the last edit that the page shows; null if there was none. */
    edited_at: Generated<string | null>
    is_question: Generated<boolean>
    /** Id of the accepted reply; null if there is none or it is not visible. Derived from `accepted_replies`. */
    accepted_reply_id: Generated<number | null>
    /** JSON of `Screening` (features/trust): why the post waited for approval, and the domains that it links to. Null: it never waited. */
    screening: Generated<string | null>
  }
  replies: {
    id: Generated<number>
    topic_id: number
    user_id: number
    content: string
    created_at: string
    status: Generated<Moderation>
    /** Time at which a moderator approved it; notifications about later replies may have been sent before. */
    approved_at: Generated<string | null>
    upvotes: Generated<number>
    downvotes: Generated<number>
    is_demo: Generated<boolean>
    edited_at: Generated<string | null>
    version: Generated<number>
    screening: Generated<string | null>
  }
  votes: { user_id: number; subject_type: VoteSubject; subject_id: number; value: number; created_at: string }
  trash: {
    id: Generated<number>
    kind: string
    subject_id: number
    title: string
    deleted_at: string
    deleted_by: number | null
    rows: string
    /** Whether the author of the post deleted it, so that they can restore it for a day. */
    is_by_author: Generated<boolean>
  }
  audit_entries: {
    id: Generated<number>
    at: string
    user_id: number | null
    action: string
    subject_type: string
    subject_id: number | null
    subject_title: string
    /** JSON: the changed fields only; likewise `after`. */
    before: string | null
    after: string | null
  }
  /** Counts per day (UTC, `2026-01-31`). */
  page_views: { day: string; path: string; views: number }
  page_visitors: { day: string; visitors: number }
  launches: {
    id: Generated<number>
    /** Random id, shown to visitors instead of `id`. */
    public_id: string
    slug: string
    /** Verified domain, under which the site is served. */
    domain_name: string | null
    /** Domain requested at the launch, verified or not. */
    wanted_domain: string | null
    /** Expected value of the TXT record. */
    domain_token: string | null
    /** Problem that the last check found; null: none. */
    domain_problem: string | null
    domain_checked_at: string | null
    domain_check_at: string | null
    /** Time since which the record of a verified domain is missing. */
    domain_missing_since: string | null
    /** Consecutive failed checks. */
    domain_failures: Generated<number>
    name: string
    state: 'creating' | 'live' | 'suspended' | 'retired'
    /** JSON: choices of the launch wizard. */
    config: string
    key_hash: string
    created_at: string
    claim_until: string
    user_id: number | null
  }
  /** Files of the site on PostgreSQL; see stored-files.ts. With SQLite they are stored in a folder, and these tables are empty. */
  files: { id: Generated<number>; folder: string; name: string; bytes: number; created_at: string }
  file_chunks: { file_id: number; number: number; content: Uint8Array }
  /** Backups of the installation; main site only. `finished_at` null: running or interrupted. */
  backups: {
    id: Generated<number>
    started_at: string
    finished_at: string | null
    file: string
    bytes: number | null
    error: string | null
  }
}

export type SiteDatabase = Kysely<Tables>
