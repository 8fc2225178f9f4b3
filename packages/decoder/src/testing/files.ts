import type { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import type { StoredFile } from '../decoder.ts'
import type { PictureTask } from '../tasks.ts'

/** Returns how a file is opened. */
export const stored = (file: Buffer) => async (): Promise<StoredFile> => ({
  stream: Readable.from([file], { objectMode: false }),
  size: file.length,
})

/** A PNG of the first frame as the file says that it is shown. */
export const picture: PictureTask = { kind: 'picture', frame: 1, type: 'image/png', quality: 90, window: null, viewport: null }
