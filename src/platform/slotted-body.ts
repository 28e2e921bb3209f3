/**
 * A page that is kept for everybody, with places in it where somebody who is signed in sees what is their own. What stands between the
 * places is compressed once. What is put into them is not kept here: whoever fills a body gets a new one.
 */
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import { promisify } from 'node:util'
import type { AnyInput } from './api.client.ts'
import { combineCrc, crcShift } from './crc32.ts'
import { toOwnBytes } from './own-bytes.ts'

const deflate = promisify(deflateRaw)

/** A place in a text. */
export interface Slot {
  name: string
  /** The number of the thing that it is about, where it is about one. */
  about?: string | undefined
  /** Where it begins and ends, in characters: between them stands what everybody else sees. */
  start: number
  end: number
}

/** A call whose answer is somebody's own, by its path and what is asked. */
export type OwnQuery = readonly [path: string, input: AnyInput]

/** What one person sees in a place. */
export class OwnBytes {
  readonly identity: Buffer
  readonly deflated: Buffer
  readonly crc: number
  readonly shift: number
  constructor(text: string) {
    this.identity = toOwnBytes(text)
    this.deflated =
      text === '' ? this.identity : toOwnBytes(deflateRawSync(this.identity, { level: 6, finishFlush: constants.Z_SYNC_FLUSH }))
    this.crc = crc32(this.identity)
    this.shift = crcShift(this.identity.length)
  }

  get size(): number {
    return this.identity.length + this.deflated.length + 300
  }
}

/** What one person sees in the places of a body. */
export interface OwnParts {
  readonly parts: readonly OwnBytes[]
  /** Another for every other content. */
  readonly tag: string
}

interface Piece {
  identity: Buffer
  deflated: Buffer | undefined
  crc: number
  shift: number
}

/** A name for it, no flags, no time, and no word on the system it was made on. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

export class SlottedBody {
  readonly slots: readonly Pick<Slot, 'name' | 'about'>[]
  readonly ownQueries: readonly OwnQuery[]
  /** What has to be known of a person to fill it, as one word: two bodies with the same one are filled with the same. */
  readonly ownKey: string
  /** One more than there are places. */
  readonly pieces: readonly Piece[]
  #isCompressed = false

  /**
   * @param identity the bytes of `text`
   * @param slots in the order of the text; none in another
   */
  constructor(text: string, identity: Buffer, slots: readonly Slot[], ownQueries: readonly OwnQuery[] = []) {
    this.slots = slots.map(({ name, about }) => ({ name, about }))
    this.ownQueries = ownQueries
    this.ownKey = JSON.stringify([this.slots.map(({ name, about }) => (about === undefined ? name : [name, about])), ownQueries])
    const pieces: Piece[] = []
    let [character, byte] = [0, 0]
    for (const { start, end } of [...slots, { start: text.length, end: text.length }]) {
      const length = Buffer.byteLength(text.slice(character, start))
      pieces.push(toPiece(identity.subarray(byte, byte + length)))
      byte += length + Buffer.byteLength(text.slice(start, end))
      character = end
    }
    this.pieces = pieces
  }

  /** Rough, in bytes: what is kept beside the body itself. */
  get size(): number {
    return this.pieces.reduce((sum, { identity }) => sum + identity.length * 0.35 + 300, 4 * this.ownKey.length)
  }

  /** Compresses what stands between the places, the first time. */
  async compress(): Promise<void> {
    if (this.#isCompressed) return
    const last = this.pieces.at(-1)
    await Promise.all(
      this.pieces.map(async (piece) => {
        // Each piece ends with a whole byte and looks back on no other, so that anything may stand between them.
        const finishFlush = piece === last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
        piece.deflated ??= toOwnBytes(await deflate(piece.identity, { level: 7, finishFlush }))
      }),
    )
    this.#isCompressed = true
  }

  /** Whether a body in this encoding can be had at once. */
  isReady(encoding: 'gzip' | 'identity'): boolean {
    return encoding === 'identity' || this.#isCompressed
  }

  /** The whole body for one person. @param own what they see in the places, in their order. Call `compress` before. */
  fill(own: readonly OwnBytes[], encoding: 'gzip' | 'identity'): Buffer {
    return encoding === 'gzip'
      ? this.#fillCompressed(own)
      : Buffer.concat(this.pieces.flatMap(({ identity }, at) => [identity, ...(own[at] ? [own[at].identity] : [])]))
  }

  #fillCompressed(own: readonly OwnBytes[]): Buffer {
    const parts: Buffer[] = [GZIP_HEAD]
    let [crc, bytes] = [0, 0]
    const add = ({ identity, deflated = EMPTY, crc: next, shift }: Piece | OwnBytes) => {
      parts.push(deflated)
      crc = combineCrc(crc, next, shift)
      bytes += identity.length
    }
    for (const [at, piece] of this.pieces.entries()) {
      add(piece)
      const mine = own[at]
      if (mine) add(mine)
    }
    const tail = Buffer.allocUnsafe(8)
    tail.writeUInt32LE(crc, 0)
    tail.writeUInt32LE(bytes >>> 0, 4)
    parts.push(tail)
    return Buffer.concat(parts)
  }
}

const EMPTY = Buffer.alloc(0)

const toPiece = (identity: Buffer): Piece => ({ identity, deflated: undefined, crc: crc32(identity), shift: crcShift(identity.length) })
