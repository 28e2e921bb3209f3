/** Lists exceptions from "two concurrent writes end like two sequential ones", each with a reason. */

/** Tables whose row counts are not compared. */
export const SITE_WIDE: Readonly<Record<string, string>> = {
  settings: 'A setting has one row, which the first run has already created.',
  search_synonyms: 'A site has one set, which the first run has already replaced.',
  site_quotas: 'A launched site has one row, which the first run has already created.',
}

/** Writes whose second call may fail differently. */
export const ENDS_DIFFERENTLY: Readonly<Record<string, string>> = {
  'POST /api/claim': 'The second claim fails because the username is taken (409) or the link is used (400).',
  'POST /api/me/password': 'The second request fails because its session has ended (401) or the password has changed (403).',
  'POST /api/me/sign-out-everywhere': 'Both sessions were valid when the requests arrived.',
  'DELETE /api/admin/sites/:id': 'While the database is being deleted its row still exists: 409 instead of 404.',
}
