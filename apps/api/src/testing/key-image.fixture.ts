import { randomUUID } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Actor } from '@readroom/db/core/actor'
import type { Before } from '@readroom/db/core/locks'
import { addKeyImage } from '@readroom/domain/reading/key-images'
import type { Held } from '@readroom/domain/reading/report-writing'
import { checkPicture } from '../reading/writing/key-image.ts'
import type { TestApi } from './test-api.ts'

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const textChunk = chunk('tEXt', Buffer.from('Author\0Northgate Scanner'))

/** Makes a PNG with a text chunk, whose pixels inflate to more than its header claims. */
export function inflatingPicture(inflated: number): Buffer {
  const whole = picture()
  const at = whole.indexOf('IDAT') - 4
  return Buffer.concat([
    whole.subarray(0, at),
    textChunk,
    chunk('IDAT', deflateSync(Buffer.alloc(inflated))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Makes a whole grey PNG. `shade` is 0 to 255. */
export function picture(width = 4, height = 3, shade = 128): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width, shade)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const place = { sopInstanceUid: '1.2.3.4', series: 1, image: 12, frame: null }

/** Stores a picture and adds it to the actor's draft. Returns its id. */
export async function attachPicture(
  { storage }: Pick<TestApi, 'storage'>,
  tx: Before<'study'>,
  { actor, held, studyInstanceUid }: { actor: Actor; held: Held; studyInstanceUid: string },
): Promise<string> {
  const { bytes, facts } = await checkPicture(picture())
  const objectKey = `key-images/${randomUUID()}`
  await storage.put(objectKey, bytes, { contentType: 'image/png' })
  const taken = { ...place, ...facts, objectKey }
  const rows = await addKeyImage(tx, actor, { ...held, studyInstanceUid, picture: taken })
  return rows.at(-1)?.id ?? ''
}
