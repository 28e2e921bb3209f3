/** Where two writes at once may differ from two in turn, each with its reason. */

/** Tables whose growth is not compared. */
export const SITE_WIDE: Readonly<Record<string, string>> = {
  settings: 'A setting has one row, which the first of the two runs has created.',
  search_synonyms: 'The set is of the whole site, and the first of the two runs has replaced it.',
  site_quotas: 'A launched site has one row, which the first of the two runs has created.',
}

/** Writes of which the second may be refused in another way. */
export const ENDS_DIFFERENTLY: Readonly<Record<string, string>> = {
  'POST /api/claim': 'Of two claims with one username the second hears that the name is taken (409), or that the link is used (400).',
  'POST /api/me/sign-out-everywhere': 'Both were signed in when they arrived.',
  'DELETE /api/admin/sites/:id': 'While the database is deleted the row is still there: 409 in place of 404.',
}
