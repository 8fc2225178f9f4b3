import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { selfSignedKey } from '@readroom/pdf/self-signed'
import { z } from 'zod'

/** `REPORT_SEAL_*`: of a certificate that nobody vouches for. */
const Secrets = z.object({
  JWT_SECRET: z.string().min(32),
  REPORT_SEAL_P12: z.base64(),
  REPORT_SEAL_PASSWORD: z.string(),
  RESULTS_KEY: z.string().min(32),
})

/** The installation's secrets: made once, kept in a file that only its owner reads. */
export async function keepSecrets(file: string): Promise<z.infer<typeof Secrets>> {
  const kept = await readFile(file, 'utf8').then(
    (text) => Secrets.partial().parse(JSON.parse(text)),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return Secrets.partial().parse({})
    },
  )
  const password = kept.REPORT_SEAL_PASSWORD ?? randomBytes(16).toString('base64url')
  const secrets = {
    JWT_SECRET: kept.JWT_SECRET ?? randomBytes(32).toString('base64url'),
    REPORT_SEAL_P12: kept.REPORT_SEAL_P12 ?? selfSignedKey('Readroom demonstration', password).toString('base64'),
    REPORT_SEAL_PASSWORD: password,
    RESULTS_KEY: kept.RESULTS_KEY ?? randomBytes(32).toString('base64url'),
  }
  await writePrivateJson(file, secrets)
  return secrets
}

/** Replaces the file in one step, readable by its owner only. */
export async function writePrivateJson(file: string, value: unknown): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await rename(unfinished, file)
}
