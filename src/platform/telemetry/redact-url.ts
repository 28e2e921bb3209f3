/** Removes secrets from URLs for the log, so that its readers cannot use one-time tokens. */

/** Query parameters whose values grant access. */
const SECRET_PARAMETERS = new Set(['token', 'claim', 'key', 'code', 'password', 'secret'])
const REMOVED = '[removed]'

/** Access tokens in paths follow a tilde. */
const KEY_IN_PATH = /(~|%7e)[\w-]{20,}/gi

/** Replaces tokens in the path and values of secret parameters. Parameter names are compared decoded and case-insensitively. */
export function redactUrl(url: string): string {
  const redacted = url.replace(KEY_IN_PATH, `$1${REMOVED}`)
  const at = redacted.indexOf('?')
  if (at === -1) return redacted
  const pairs = redacted.slice(at + 1).split('&')
  const redactedPairs = pairs.map((pair) => {
    const [name = ''] = pair.split('=', 1)
    return isSecret(name) ? `${name}=${REMOVED}` : pair
  })
  return `${redacted.slice(0, at)}?${redactedPairs.join('&')}`
}

function isSecret(name: string): boolean {
  try {
    return SECRET_PARAMETERS.has(decodeURIComponent(name).toLowerCase())
  } catch {
    // Malformed names are not ours and could contain anything.
    return true
  }
}
