/**
 * A page that is kept for everybody, with places in it where somebody who is signed in sees what is their own. What stands between the
 * places is compressed once. What is put into them is not kept here: whoever fills a body gets a new one.
 */
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import { promisify } from 'node:util'
import type { AnyInput } from '#platform/client/api.client.ts'
import { combineCrc, crcShift } from './crc32.ts'
import { toOwnBytes } from './own-bytes.ts'

const deflate = promisify(deflateRaw)

/** A place in a text. */
export interface BodySlot {
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
  readonly slots: readonly Pick<BodySlot, 'name' | 'about'>[]
  readonly ownQueries: readonly OwnQuery[]
  /** What has to be known of a person to fill it, as one word: two bodies with the same one are filled with the same. */
  readonly ownKey: string
  /** Where the pieces begin and end, in bytes. */
  readonly #ranges: readonly (readonly [start: number, end: number])[]
  readonly #identity: () => Buffer
  readonly #onUse: () => void
  #pieces: readonly Piece[] | undefined

  /**
   * @param identity reads the bytes of `text`
   * @param slots in the order of the text; none in another
   * @param onUse told when the pieces are used, and when they have grown
   */
  constructor(
    text: string,
    identity: () => Buffer,
    slots: readonly BodySlot[],
    ownQueries: readonly OwnQuery[] = [],
    onUse: () => void = () => undefined,
  ) {
    this.slots = slots.map(({ name, about }) => ({ name, about }))
    this.ownQueries = ownQueries
    this.ownKey = JSON.stringify([this.slots.map(({ name, about }) => (about === undefined ? name : [name, about])), ownQueries])
    this.#identity = identity
    this.#onUse = onUse
    const ranges: [number, number][] = []
    let [character, byte] = [0, 0]
    for (const { start, end } of [...slots, { start: text.length, end: text.length }]) {
      const length = Buffer.byteLength(text.slice(character, start))
      ranges.push([byte, byte + length])
      byte += length + Buffer.byteLength(text.slice(start, end))
      character = end
    }
    this.#ranges = ranges
  }

  /** One more than there are places. Cut when the first member comes. */
  get pieces(): readonly Piece[] {
    const pieces = this.#pieces ?? this.#cut()
    this.#pieces = pieces
    this.#onUse()
    return pieces
  }

  #cut(): Piece[] {
    const identity = this.#identity()
    return this.#ranges.map(([start, end]) => toPiece(identity.subarray(start, end)))
  }

  /** Lets go of the pieces: they are cut again when somebody asks. */
  dropPieces(): void {
    this.#pieces = undefined
  }

  /** Rough, in bytes: what is held of the pieces beside the body itself. */
  get formBytes(): number {
    return this.#pieces?.reduce((sum, { deflated }) => sum + (deflated?.length ?? 0) + PIECE_BYTES, 0) ?? 0
  }

  /** Rough, in bytes: what is always held beside the body itself. */
  get size(): number {
    return this.#ranges.length * PLACE_BYTES + 4 * this.ownKey.length
  }

  /** What stands between the places, compressed: the first time it is asked for. */
  async compress(): Promise<readonly Piece[]> {
    const { pieces } = this
    const last = pieces.at(-1)
    if (pieces.every(({ deflated }) => deflated)) return pieces
    await Promise.all(
      pieces.map(async (piece) => {
        // Each piece ends with a whole byte and looks back on no other, so that anything may stand between them.
        const finishFlush = piece === last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
        piece.deflated ??= toOwnBytes(await deflate(piece.identity, { level: 7, finishFlush }))
      }),
    )
    this.#onUse()
    return pieces
  }

  /** Whether a body in this encoding can be had at once. */
  isReady(encoding: 'gzip' | 'identity'): boolean {
    return encoding === 'identity' || (this.#pieces?.every(({ deflated }) => deflated) ?? false)
  }

  /**
   * The whole body for one person.
   * @param own what they see in the places, in their order
   * @param pieces of `compress`, for gzip: what is kept may have been let go of since
   */
  fill(own: readonly OwnBytes[], encoding: 'gzip' | 'identity', pieces = this.pieces): Buffer {
    return encoding === 'gzip'
      ? fillCompressed(own, pieces)
      : Buffer.concat(pieces.flatMap(({ identity }, at) => [identity, ...(own[at] ? [own[at].identity] : [])]))
  }
}

const PIECE_BYTES = 300
/** Of a place: its range, its name. */
const PLACE_BYTES = 120

function fillCompressed(own: readonly OwnBytes[], pieces: readonly Piece[]): Buffer {
  const parts: Buffer[] = [GZIP_HEAD]
  let [crc, bytes] = [0, 0]
  const add = ({ identity, deflated = EMPTY, crc: next, shift }: Piece | OwnBytes) => {
    parts.push(deflated)
    crc = combineCrc(crc, next, shift)
    bytes += identity.length
  }
  for (const [at, piece] of pieces.entries()) {
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

const EMPTY = Buffer.alloc(0)

const toPiece = (identity: Buffer): Piece => ({ identity, deflated: undefined, crc: crc32(identity), shift: crcShift(identity.length) })
