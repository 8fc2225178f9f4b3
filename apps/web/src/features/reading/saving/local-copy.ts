import { ReportContent, TemplateName } from '@readroom/contracts/reading/report-drafts'
import { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { type DBSchema, openDB } from 'idb'
import { z } from 'zod'
import { createTurns } from '../../../lib/in-turn.ts'

/** Text that the server doesn't have yet, as stored in this browser. */
const LocalCopy = z.object({
  content: ReportContent,
  kind: ReportKind,
  reason: z.string(),
  /** Missing in a copy that an older version kept. */
  templateName: TemplateName.nullable().default(null),
  /** The revision of the server's draft that the text is based on. 0 if there was none. */
  revision: z.int(),
  at: z.iso.datetime(),
})
export type LocalCopy = z.infer<typeof LocalCopy>

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

interface Copies extends DBSchema {
  copies: { key: string; value: Sealed }
}

const open = () => openDB<Copies>('readroom-reading', 1, { upgrade: (database) => void database.createObjectStore('copies') })

const importKey = (localKey: string) =>
  crypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(localKey), (sign) => sign.charCodeAt(0)),
    'AES-GCM',
    false,
    ['encrypt', 'decrypt'],
  )

/**
 * Opens one user's copy of a study's draft in this browser. It is encrypted (AES-256-GCM) with a key that the server gives to that user only. Reads and
 * writes run in the order in which they are requested.
 */
export function openLocalCopy({ userId, studyId, localKey }: { userId: string; studyId: string; localKey: string }) {
  const name = `${userId} ${studyId}`
  const key = importKey(localKey)
  const inTurn = createTurns()

  async function unseal({ iv, data }: Sealed): Promise<LocalCopy> {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await key, data)
    return LocalCopy.parse(JSON.parse(new TextDecoder().decode(text)))
  }

  return {
    keep: (copy: LocalCopy): Promise<void> =>
      inTurn(async () => {
        const iv = crypto.getRandomValues(new Uint8Array(12))
        const text = new TextEncoder().encode(JSON.stringify(copy))
        const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await key, text)
        const database = await open()
        await database.put('copies', { iv, data }, name)
        database.close()
      }),

    /** Returns the copy. Null if there is none or it can't be read. */
    find: (): Promise<LocalCopy | null> =>
      inTurn(async () => {
        const database = await open()
        const sealed = await database.get('copies', name)
        database.close()
        return sealed ? await unseal(sealed).catch(() => null) : null
      }),

    forget: (): Promise<void> =>
      inTurn(async () => {
        const database = await open()
        await database.delete('copies', name)
        database.close()
      }),
  }
}

export type LocalCopyOf = ReturnType<typeof openLocalCopy>
