/** Removes secrets from URLs in the log, so that readers of the log cannot use one-time tokens. */

/** Names of query parameters whose values grant access. */
const SECRET_PARAMETERS = new Set(['token', 'claim', 'key', 'code', 'password', 'secret'])
const REMOVED = '[removed]'

/** Matches access tokens in paths, which follow a tilde. */
const TOKEN_IN_PATH = /(~|%7e)[\w-]{20,}/gi

/**
 * Replaces tokens after a tilde and the values of secret query parameters by `[removed]`. Parameter names are decoded and compared
 * case-insensitively.
 */
export function redactUrl(url: string): string {
  const redacted = url.replace(TOKEN_IN_PATH, `$1${REMOVED}`)
  const queryIndex = redacted.indexOf('?')
  if (queryIndex === -1) return redacted
  const pairs = redacted.slice(queryIndex + 1).split('&')
  const redactedPairs = pairs.map((pair) => {
    const [name = ''] = pair.split('=', 1)
    return isSecret(name) ? `${name}=${REMOVED}` : pair
  })
  return `${redacted.slice(0, queryIndex)}?${redactedPairs.join('&')}`
}

function isSecret(name: string): boolean {
  try {
    return SECRET_PARAMETERS.has(decodeURIComponent(name).toLowerCase())
  } catch {
    // A malformed name is none of the site's parameters, so its value could be anything.
    return true
  }
}
