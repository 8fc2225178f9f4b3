import { ReportContent } from '@readroom/contracts/reading'
import { ReportKind } from '@readroom/contracts/report-kinds'
import { type DBSchema, openDB } from 'idb'
import { z } from 'zod'
import { createTurns } from '../../../lib/in-turn.ts'

/** Text that the server does not have yet, as this browser keeps it. */
const LocalCopy = z.object({
  content: ReportContent,
  kind: ReportKind,
  reason: z.string(),
  /** The server's draft that it was written after; 0 where there was none. */
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
 * The copy of a study's draft in this browser, of one user. It is encrypted (AES-256-GCM) by the key that the server answers to that user alone, and
 * comes and goes in the order in which it is asked for.
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

    /** Null where there is none, or none that can be read. */
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
