// The package is CommonJS, without named exports that Node detects.
import punycode from 'punycode/punycode.js'

/** Labels in a single script, as browsers show them in the address bar. */
const ONE_SCRIPT =
  /^(?:[\p{Script=Latin}\d-]+|[\p{Script=Cyrillic}\d-]+|[\p{Script=Greek}\d-]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+|[\p{Script=Han}\p{Script=Hangul}\d-]+|[\p{Script=Arabic}\d-]+|[\p{Script=Hebrew}\d-]+|[\p{Script=Devanagari}\p{M}\d-]+|[\p{Script=Thai}\d-]+|[\p{Script=Armenian}\d-]+|[\p{Script=Georgian}\d-]+)$/u
/** Cyrillic and Greek letters that look Latin: a label of only these reads as a Latin word. */
const LATIN_LOOKING = /^[асԁеһіјӏорԛѕԝхуъЬгηικνορτυχω\d-]+$/u

/** Formats a stored email address: international domains in their script, unless they could be mistaken for another domain. */
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
    const decoded = punycode.toUnicode(label)
    return ONE_SCRIPT.test(decoded) && !LATIN_LOOKING.test(decoded) ? decoded : label
  } catch {
    return label
  }
}
