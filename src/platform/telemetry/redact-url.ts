/** An address as it may stand in the log: whoever reads the log must not be able to do what a one-time token opens. */

/** Query parameters whose values open something, wherever they are sent. */
const SECRET = new Set(['token', 'claim', 'key', 'code', 'password', 'secret'])
const REMOVED = '[removed]'

/** A key in a path stands behind a tilde. */
const KEY_IN_PATH = /(~|%7e)[\w-]{20,}/gi

/** The path and its query; keys in it and the values of secret parameters are removed, however their names are written. */
export function redactUrl(url: string): string {
  const address = url.replace(KEY_IN_PATH, `$1${REMOVED}`)
  const at = address.indexOf('?')
  if (at === -1) return address
  const pairs = address.slice(at + 1).split('&')
  const shown = pairs.map((pair) => {
    const [name = ''] = pair.split('=', 1)
    return isSecret(name) ? `${name}=${REMOVED}` : pair
  })
  return `${address.slice(0, at)}?${shown.join('&')}`
}

function isSecret(name: string): boolean {
  try {
    return SECRET.has(decodeURIComponent(name).toLowerCase())
  } catch {
    // No name of ours: what cannot be read could hold anything.
    return true
  }
}
