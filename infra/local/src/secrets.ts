import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'

const NAMES = ['JWT_SECRET', 'STORAGE_SECRET'] as const
const Secrets = z.partialRecord(z.enum(NAMES), z.string().min(32))

/** The installation's secrets: made once, kept in a file that only its owner reads. */
export async function keepSecrets(file: string): Promise<Record<(typeof NAMES)[number], string>> {
  const kept = await readFile(file, 'utf8').then(
    (text) => Secrets.parse(JSON.parse(text)),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    },
  )
  const made = () => randomBytes(32).toString('base64url')
  const secrets = { JWT_SECRET: kept?.JWT_SECRET ?? made(), STORAGE_SECRET: kept?.STORAGE_SECRET ?? made() }
  await writePrivateJson(file, secrets)
  return secrets
}

/** Replaces the file in one step, readable by its owner only. */
export async function writePrivateJson(file: string, value: unknown): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await rename(unfinished, file)
}
