import { Buffer } from 'node:buffer'

const START = 0x0b
const END = 0x1c
const RETURN = 0x0d

/** Returns a message between the bytes that MLLP puts around it. */
export function frame(message: Buffer): Buffer {
  return Buffer.concat([Buffer.of(START), message, Buffer.of(END, RETURN)])
}

/** The default of the longest message. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

const FIRST_CAPACITY = 4 * 1024
/** A buffer up to this size serves the next message, too. */
const KEPT_CAPACITY = 256 * 1024

/** A message grew longer than allowed. The connection cannot be read any further. */
export class MessageTooLong extends Error {
  override name = 'MessageTooLong'
}

export type FrameReader = {
  /** Takes the next bytes of the connection and returns the messages that they complete. Throws `MessageTooLong`. */
  read: (bytes: Buffer) => Buffer[]
  /** Returns true between the start of a message and its end. */
  isInside: () => boolean
  /** Returns true if the last byte was FS, which ends the message unless another byte of its text follows. */
  isAtEnd: () => boolean
  /** Returns the message whose end was FS alone. Only while `isAtEnd`. */
  finish: () => Buffer[]
  /** Returns the number of bytes outside messages so far. */
  noise: () => number
}

/** A sender that gave up in the middle starts again on the same connection. The start byte alone may be a line break in a text. */
const restart = Buffer.from([START, ...Buffer.from('MSH')])

/** Returns the last message that begins in the bytes of a frame. */
function withoutAbandoned(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(restart)
  return at === -1 ? bytes : bytes.subarray(at + 1)
}

/**
 * Creates a reader of the messages in a stream of bytes. A message begins with VT and ends with FS and CR, however the stream is cut into
 * pieces. It also ends with FS if the next message begins at once, and with FS alone if its reader says so (`finish`). Bytes between messages are counted and dropped. The reader holds at most twice the longest message.
 */
export function createFrameReader(maxBytes = MAX_MESSAGE_BYTES): FrameReader {
  let buffer = Buffer.alloc(0)
  let length = 0
  let inside = false
  let afterEnd = false
  let dropped = 0

  function append(bytes: Buffer): void {
    const needed = length + bytes.length
    if (needed > maxBytes) throw new MessageTooLong(`A message has more than ${maxBytes} bytes.`)
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(needed, 2 * buffer.length, FIRST_CAPACITY), maxBytes))
      buffer.copy(larger, 0, 0, length)
      buffer = larger
    }
    bytes.copy(buffer, length)
    length = needed
  }

  function complete(): Buffer {
    const message = Buffer.from(withoutAbandoned(buffer.subarray(0, length)))
    if (buffer.length > KEPT_CAPACITY) buffer = Buffer.alloc(0)
    length = 0
    inside = false
    return message
  }

  /** Skips to the next start and returns what is behind it. */
  function skip(bytes: Buffer): Buffer {
    const start = bytes.indexOf(START)
    dropped += start === -1 ? bytes.length : start
    inside = start !== -1
    return bytes.subarray(inside ? start + 1 : bytes.length)
  }

  function read(bytes: Buffer): Buffer[] {
    const messages: Buffer[] = []
    let rest = bytes
    while (rest.length > 0) {
      if (!inside) {
        rest = skip(rest)
      } else if (afterEnd) {
        afterEnd = false
        if (rest[0] === RETURN) {
          messages.push(complete())
          rest = rest.subarray(1)
        } else if (rest[0] === START) {
          messages.push(complete())
        } else {
          append(Buffer.of(END))
        }
      } else {
        const end = rest.indexOf(END)
        append(end === -1 ? rest : rest.subarray(0, end))
        afterEnd = end !== -1
        rest = rest.subarray(afterEnd ? end + 1 : rest.length)
      }
    }
    return messages
  }

  function finish(): Buffer[] {
    if (!afterEnd) return []
    afterEnd = false
    return [complete()]
  }

  return { read, isInside: () => inside, isAtEnd: () => afterEnd, finish, noise: () => dropped }
}
