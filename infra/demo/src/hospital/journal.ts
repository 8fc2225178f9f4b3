import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

const Steps = z.record(z.string(), z.record(z.string(), z.string()))
type Outcome = Readonly<Record<string, string>>

/** The steps that are done, in a file, so that a hospital that starts again goes on where it was. */
export interface Journal {
  /** Takes a step unless it is done. Returns its outcome, of this time or of then. */
  once: (step: string, take: () => Promise<Outcome>) => Promise<Outcome>
}

/** Opens a journal. A file that is missing is a new journal. */
export async function openJournal(file: string): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const done = new Map(Object.entries(Steps.parse(JSON.parse(text))))
  return {
    once: async (step, take) => {
      const before = done.get(step)
      if (before) return before
      const outcome = await take()
      done.set(step, outcome)
      await writeFile(`${file}.new`, JSON.stringify(Object.fromEntries(done)), { mode: 0o600 })
      await rename(`${file}.new`, file)
      return outcome
    },
  }
}
