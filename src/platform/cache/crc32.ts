/** The check sum of a gzip file, put together from those of its pieces (RFC 1952; the arithmetic is that of polynomials over one bit). */

/** CRC-32's polynomial, the lowest power first. */
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000

function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1
  }
  return product >>> 0
}

/** x to the power of 8, 16, 32 and so on: what one, two, four bytes more make of a sum. */
const POWERS: number[] = [ONE >>> 8]
while (POWERS.length < 32) POWERS.push(multiply(POWERS.at(-1) ?? 0, POWERS.at(-1) ?? 0))

/** What so many bytes behind it make of a sum. It is worth keeping: working it out takes twenty times as long as using it. */
export function crcShift(bytes: number): number {
  let shift = ONE
  for (let rest = bytes, power = 0; rest > 0; rest >>>= 1, power++) if (rest & 1) shift = multiply(POWERS[power] ?? 0, shift)
  return shift
}

/** The sum of two pieces one behind the other. @param shift `crcShift` of the second one's length */
export const combineCrc = (first: number, second: number, shift: number): number => (multiply(shift, first) ^ second) >>> 0
