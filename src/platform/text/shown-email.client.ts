// The package is CommonJS, and Node cannot detect its named exports.
import punycode from 'punycode/punycode.js'

/** Matches labels in a single script, or one of the combinations that browsers also show in the address bar. */
const ONE_SCRIPT =
  /^(?:[\p{Script=Latin}\d-]+|[\p{Script=Cyrillic}\d-]+|[\p{Script=Greek}\d-]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\d-]+|[\p{Script=Han}\p{Script=Hangul}\d-]+|[\p{Script=Arabic}\d-]+|[\p{Script=Hebrew}\d-]+|[\p{Script=Devanagari}\p{M}\d-]+|[\p{Script=Thai}\d-]+|[\p{Script=Armenian}\d-]+|[\p{Script=Georgian}\d-]+)$/u
/** Matches labels that consist of Cyrillic and Greek letters which look Latin; such a label reads as a Latin word. */
const LATIN_LOOKING = /^[асԁеһіјӏорԛѕԝхуъЬгηικνορτυχω\d-]+$/u

/** Formats a stored email address for display. International domains are shown in their script, unless they look like another domain. */
export function showEmail(email: string): string {
  if (!email.includes('xn--')) return email
  const atIndex = email.lastIndexOf('@')
  return `${email.slice(0, atIndex)}@${email
    .slice(atIndex + 1)
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
