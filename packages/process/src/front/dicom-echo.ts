import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'

const verification = '1.2.840.10008.1.1'
const implicitLittleEndian = '1.2.840.10008.1.2'
const applicationContext = '1.2.840.10008.3.1.1.1'
const implementation = '2.25.48'

/** Returns an item of an association's request (PS3.8 section 9.3.2). */
function item(type: number, content: Buffer): Buffer {
  const head = Buffer.from([type, 0, 0, 0])
  head.writeUInt16BE(content.length, 2)
  return Buffer.concat([head, content])
}

function pdu(type: number, content: Buffer): Buffer {
  const head = Buffer.from([type, 0, 0, 0, 0, 0])
  head.writeUInt32BE(content.length, 2)
  return Buffer.concat([head, content])
}

function associateRequest(called: string, calling: string): Buffer {
  const context = Buffer.concat([
    Buffer.from([1, 0, 0, 0]),
    item(0x30, Buffer.from(verification)),
    item(0x40, Buffer.from(implicitLittleEndian)),
  ])
  const user = Buffer.concat([item(0x51, Buffer.from([0, 0, 0x40, 0])), item(0x52, Buffer.from(implementation))])
  return pdu(
    1,
    Buffer.concat([
      Buffer.from([0, 1, 0, 0]),
      Buffer.from(called.padEnd(16) + calling.padEnd(16)),
      Buffer.alloc(32),
      item(0x10, Buffer.from(applicationContext)),
      item(0x20, context),
      item(0x50, user),
    ]),
  )
}

/** Returns an element of a command, which is of group 0000 (PS3.7 section 6.3.1). */
function element(number: number, value: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(number, 2)
  head.writeUInt32LE(value.length, 4)
  return Buffer.concat([head, value])
}

const short = (value: number) => Buffer.from([value & 0xff, value >> 8])

/** C-ECHO-RQ with message ID 1 and no data set (PS3.7 section 9.3.5.1). */
function echoRequest(): Buffer {
  const elements = [
    element(0x0002, Buffer.from(`${verification}\0`)),
    element(0x0100, short(0x0030)),
    element(0x0110, short(1)),
    element(0x0800, short(0x0101)),
  ]
  const length = Buffer.alloc(4)
  length.writeUInt32LE(Buffer.concat(elements).length)
  const command = Buffer.concat([element(0x0000, length), ...elements])
  const value = Buffer.alloc(4)
  value.writeUInt32BE(command.length + 2)
  return pdu(4, Buffer.concat([value, Buffer.from([1, 3]), command]))
}

/** Reads a connection's PDUs. */
async function* pdusOf(socket: Socket): AsyncGenerator<{ type: number; content: Buffer }> {
  let bytes = Buffer.alloc(0)
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk])
    while (bytes.length >= 6 && bytes.length >= 6 + bytes.readUInt32BE(2)) {
      const end = 6 + bytes.readUInt32BE(2)
      yield { type: bytes.readUInt8(0), content: bytes.subarray(6, end) }
      bytes = bytes.subarray(end)
    }
  }
}

/** Asks one of our own ports by C-ECHO, on a connection of its own. Rejects unless it answers with success, or is too busy for another association. */
export async function echo(socket: Socket, { called, calling }: { called: string; calling: string }): Promise<void> {
  socket.write(associateRequest(called, calling))
  for await (const { type, content } of pdusOf(socket)) {
    if (type === 2) socket.write(echoRequest())
    // A rejection for now: it reads and answers, and has no room.
    else if (type === 3 && content.readUInt8(1) === 2) return
    else if (type === 4 && content.subarray(-2).equals(short(0))) return
    else break
  }
  throw new Error('no answer to C-ECHO')
}
