import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

const store = createStore({ isHere: false })

const pauseMs = 10_000
const patienceMs = 5_000
let askedAt = Number.NEGATIVE_INFINITY

/** Address of the script by which this page began. Each build has another. */
const ownScript = () => document.querySelector('script[type="module"][src]')?.getAttribute('src')

/** Asks whether the server has another version than this page, at most every ten seconds. Called when it said something that this page does not know. */
export async function lookForNewVersion(): Promise<void> {
  const script = ownScript()
  if (!script || store.state().isHere || performance.now() - askedAt < pauseMs) return
  askedAt = performance.now()
  const asked = fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store', signal: AbortSignal.timeout(patienceMs) })
  const page = await asked.then((answer) => (answer.ok ? answer.text() : null)).catch(() => null)
  if (page?.includes('<script') && !page.includes(script)) store.set({ isHere: true })
}

/** Returns true once the server has a newer version than this page. */
export const useNewVersion = (): boolean => useSyncExternalStore(store.subscribe, () => store.state().isHere)
