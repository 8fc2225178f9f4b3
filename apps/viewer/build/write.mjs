import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const COMPRESSED = /\.(js|css|html|svg|wasm)$/
const gzipAsync = promisify(gzip)

/**
 * Writes `folder/file`, and `file.gz` beside it if that saves a tenth or more. Node writes no timestamp into it, so that a build is reproducible byte
 * for byte. Returns the size of both.
 */
export async function writeServed(folder, file, content) {
  const path = join(folder, file)
  const bytes = Buffer.from(content)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
  if (!COMPRESSED.test(file)) return { size: bytes.length, transferred: bytes.length }
  const zipped = await gzipAsync(bytes, { level: 6 })
  if (zipped.length > bytes.length * 0.9) return { size: bytes.length, transferred: bytes.length }
  await writeFile(`${path}.gz`, zipped)
  return { size: bytes.length, transferred: zipped.length }
}
