import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** Small files of every accepted type, as common programs write them. */

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Makes a grey PNG. Its header may claim any size. */
export function png(width = 1, height = 1): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const pixels = deflateSync(Buffer.alloc(2))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Makes a GIF whose header claims a size. */
export function gif(width = 1, height = 1): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const image = Buffer.from('2c00000000010001000002024401003b', 'hex')
  return Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from('800000000000ffffff', 'hex'), image])
}

/** Makes the beginning of a JPEG. Its size follows application data of `padding` bytes. */
export function jpeg(width = 1, height = 1, padding = 10): Buffer {
  const words = Buffer.concat(
    Array.from({ length: Math.ceil(padding / 60_000) }, () => {
      const segment = Buffer.alloc(60_004)
      segment.writeUInt16BE(0xffe4, 0)
      segment.writeUInt16BE(60_002, 2)
      return segment
    }),
  )
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const app0 = Buffer.from('ffe000104a46494600010100000100010000', 'hex')
  return Buffer.concat([Buffer.from('ffd8', 'hex'), app0, words, frame, Buffer.from('ffd9', 'hex')])
}

function zipEntry(name: string, text: string): Buffer {
  const data = deflateRawSync(text)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(crc32(Buffer.from(text)), 14)
  header.writeUInt32LE(data.length, 18)
  header.writeUInt32LE(text.length, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), data])
}

const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const types = `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`
export const docx = Buffer.concat([zipEntry('[Content_Types].xml', types), zipEntry('word/document.xml', '<w:document/>')])
export const doc = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)])
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')
