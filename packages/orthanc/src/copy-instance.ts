import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import type { Added } from './answers.ts'
import { OrthancBadAnswer } from './errors.ts'

type Archive = {
  addFile: (body: Readable, size: number) => Promise<Added>
  readChecksum: (id: string) => Promise<string | null>
  deleteInstance: (id: string) => Promise<void>
}

/** Passes a file on and computes its MD5, which is what the archive notes of each file. */
function hashing(file: Readable): { file: Readable; digest: () => string } {
  const hash = createHash('md5')
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  file.on('error', (error) => through.destroy(error))
  return { file: file.pipe(through), digest: () => hash.digest('hex') }
}

/**
 * Stores a file and confirms by its checksum that the archive has it. The archive keeps an image that it has already: another one under the same UIDs is
 * an older state of this file, and makes place for it. Throws OrthancBadAnswer if the archive has another file in the end.
 */
export async function copyUnder(archive: Archive, makeFile: () => Promise<{ stream: Readable; size: number }>): Promise<Added> {
  const store = async () => {
    const { stream, size } = await makeFile()
    const { file, digest } = hashing(stream)
    const added = await archive.addFile(file, size)
    return { added, isConfirmed: (await archive.readChecksum(added.ID)) === digest() }
  }
  const first = await store()
  if (first.isConfirmed) return first.added
  if (first.added.Status === 'AlreadyStored') {
    await archive.deleteInstance(first.added.ID)
    const second = await store()
    if (second.isConfirmed) return second.added
  }
  throw new OrthancBadAnswer('a copy of an image is not the file that was sent')
}
