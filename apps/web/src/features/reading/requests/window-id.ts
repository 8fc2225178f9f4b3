import { useEffect, useState } from 'react'

const storageKey = 'readroom-reading-window'
const lockPrefix = 'readroom-window-'
/** How long a reloaded page waits for the previous one to release its id. */
const patienceMs = 1_500

/** Claims an id for as long as the page exists. Returns false if another page has it, because the tab was duplicated. */
function claim(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(`${lockPrefix}${id}`, { signal: AbortSignal.timeout(patienceMs) }, () => {
        resolve(true)
        return new Promise<void>(() => undefined)
      })
      .catch(() => resolve(false))
  })
}

async function findId(): Promise<string> {
  const former = sessionStorage.getItem(storageKey)
  if (former && (await claim(former))) return former
  const id = crypto.randomUUID()
  sessionStorage.setItem(storageKey, id)
  await claim(id)
  return id
}

let found: Promise<string> | undefined

/** Returns the id by which the server tells a user's windows apart. It survives a reload or crash, and differs in a duplicated tab. */
export function useWindowId(): string | null {
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    found ??= findId()
    void found.then(setId)
  }, [])
  return id
}

/** Returns the ids of the other windows of this browser that are open on the reading page. */
export async function otherWindows(): Promise<ReadonlySet<string>> {
  const own = sessionStorage.getItem(storageKey)
  return new Set([...(await openWindows())].filter((id) => id !== own))
}

/** Returns the ids of all windows of this browser that are open on the reading page. */
export async function openWindows(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [])))
}
