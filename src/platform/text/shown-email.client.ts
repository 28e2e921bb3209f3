/** How a stored email address is shown: its domain in its own script, unless it could be mistaken for another one. */
// The package is CommonJS, without exports that Node finds by name.
import punycode from 'punycode/punycode.js'

/** Whole labels of one script, as browsers show them in the address bar. */
const ONE_SCRIPT =
  /^(?:[\p{Script=Latin}\d-]+|[\p{Script=Cyrillic}\d-]+|[\p{Script=Greek}\d-]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+|[\p{Script=Han}\p{Script=Hangul}\d-]+|[\p{Script=Arabic}\d-]+|[\p{Script=Hebrew}\d-]+|[\p{Script=Devanagari}\p{M}\d-]+|[\p{Script=Thai}\d-]+|[\p{Script=Armenian}\d-]+|[\p{Script=Georgian}\d-]+)$/u
/** Cyrillic and Greek letters that look like Latin ones: a label of these alone reads as a Latin word. */
const LATIN_LOOKING = /^[асԁеһіјӏорԛѕԝхуъЬгηικνορτυχω\d-]+$/u

export function showEmail(email: string): string {
  if (!email.includes('xn--')) return email
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at)}@${email
    .slice(at + 1)
    .split('.')
    .map(showLabel)
    .join('.')}`
}

function showLabel(label: string): string {
  if (!label.startsWith('xn--')) return label
  try {
    const shown = punycode.toUnicode(label)
    return ONE_SCRIPT.test(shown) && !LATIN_LOOKING.test(shown) ? shown : label
  } catch {
    return label
  }
}
