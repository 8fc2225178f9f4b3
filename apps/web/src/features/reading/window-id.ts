import { useEffect, useState } from 'react'

const storageKey = 'readroom-reading-window'
/** A page that is loaded anew waits this long for the one before it to be gone. */
const patienceMs = 1_500

/** Holds a name for as long as the page stands. False where another page has it: a tab that was copied. */
function claim(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(`readroom-window-${id}`, { signal: AbortSignal.timeout(patienceMs) }, () => {
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

/** What the server tells the windows of a user apart by: the same after a reload or a crash, another in a tab that was copied. */
export function useWindowId(): string | null {
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    found ??= findId()
    void found.then(setId)
  }, [])
  return id
}
