import { type DBSchema, openDB } from 'idb'
import { createTurns } from '../../../lib/in-turn.ts'
import { type FoundCopy, LocalCopy } from './machine/events.ts'

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

type Options = {
  userId: string
  studyId: string
  windowId: string
  localKey: string
  /** Returns the ids of all windows of this browser that are open. They still have their text. */
  openWindows: () => Promise<ReadonlySet<string>>
}

/**
 * Opens one user's copies of a study's draft in this browser. They are encrypted (AES-256-GCM) with a key that the server gives to that user only. Each
 * session has a copy of its own, so that no window removes or overwrites the unsaved text of another. Reads and writes run in the order in which they are
 * requested.
 */
export function openLocalCopy({ userId, studyId, windowId, localKey, openWindows }: Options) {
  const prefix = `${userId} ${studyId}`
  const own = `${prefix} ${windowId} ${crypto.randomUUID()}`
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
        await database.put('copies', { iv, data }, own)
        database.close()
      }),

    /** Returns the newest copy of a window that is closed, or of an earlier session of this one. Null if there is none that can be read. */
    find: (): Promise<FoundCopy | null> =>
      inTurn(async () => {
        const others = await openWindows()
        const database = await open()
        const names = await database.getAllKeys('copies', IDBKeyRange.bound(prefix, `${prefix} \uffff`))
        const found: FoundCopy[] = []
        for (const name of names) {
          const [of = ''] = name.slice(prefix.length + 1).split(' ')
          if (name === own || (of !== windowId && others.has(of))) continue
          const sealed = await database.get('copies', name)
          const copy = sealed && (await unseal(sealed).catch(() => null))
          if (copy) found.push({ ...copy, name })
        }
        database.close()
        return found.sort((one, other) => other.at.localeCompare(one.at))[0] ?? null
      }),

    /** Removes copies by name, and the own one. */
    forget: (isOwn: boolean, names: readonly string[]): Promise<void> =>
      inTurn(async () => {
        const database = await open()
        for (const name of isOwn ? [own, ...names] : names) await database.delete('copies', name)
        database.close()
      }),
  }
}

/** Returns the studies of which this browser has unsaved text of a user, in no window that is open. */
export async function keptStudies(userId: string, openWindows: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const database = await open()
  const names = await database.getAllKeys('copies', IDBKeyRange.bound(`${userId} `, `${userId} \uffff`))
  database.close()
  const kept = names.flatMap((name) => {
    const [studyId = '', windowId = ''] = name.slice(userId.length + 1).split(' ')
    return openWindows.has(windowId) ? [] : [studyId]
  })
  return new Set(kept)
}

export type LocalCopyOf = ReturnType<typeof openLocalCopy>
