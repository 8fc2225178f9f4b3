import { mkdir, open, realpath, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderDestination } from '@readroom/contracts/reports/results'
import type { Answer, Attempt, Channel } from './channel.ts'

const isNamed = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** A withdrawal and a test have no document. */
const extensionOf = (format: FolderDestination['format'], kind: Attempt['kind']): string =>
  format === 'pdf' && (kind === 'withdrawn' || kind === 'test') ? 'txt' : format

/** Writes a file under a name that readers leave alone, then gives it its own name at once. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const unfinished = join(folder, `.${name}.part`)
  const file = await open(unfinished, 'w', 0o640)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, join(folder, name))
  const listing = await open(folder, 'r')
  try {
    await listing.sync()
  } finally {
    await listing.close()
  }
}

/** Opens a channel that writes each delivery as a file named by its id: a repeat writes the same file. `root` null: no folder is configured. */
export function openFolderChannel({ folder, format }: FolderDestination, root: string | null): Channel {
  async function send({ id, kind, content }: Attempt): Promise<Answer> {
    if (root === null) return { answer: 'misconfigured', text: 'RESULTS_FOLDER' }
    try {
      const wanted = join(await realpath(root), folder)
      await mkdir(wanted, { recursive: true, mode: 0o750 })
      // A link would lead out of the folder.
      if ((await realpath(wanted)) !== wanted) return { answer: 'misconfigured', text: 'RESULTS_FOLDER' }
      await writeWhole(wanted, `${id}.${extensionOf(format, kind)}`, content)
      return { answer: 'accepted', text: '' }
    } catch (error) {
      return { answer: 'unreachable', text: isNamed(error) ? error.code : '' }
    }
  }
  return { send, close: () => {} }
}
