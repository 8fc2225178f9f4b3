import { readFileSync } from 'node:fs'

const CHECK_MS = 500

/**
 * A killed npm tells its script nothing, so the script looks whether it still has the same parents: npm itself, or a shell that npm
 * started. Calls `onGone` once. Returns the function that ends the watch.
 */
export function watchNpm(onGone: () => void): () => void {
  const before = describeParents()
  const timer = setInterval(() => {
    if (describeParents() === before) return
    clearInterval(timer)
    onGone()
  }, CHECK_MS)
  return () => clearInterval(timer)
}

function describeParents(): string {
  const parent = process.ppid
  try {
    const isShell = readFileSync(`/proc/${parent}/cmdline`, 'utf8').startsWith('sh\0-c\0')
    // The fourth field, after the name in brackets and the state.
    const grandparent = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]
    return isShell ? `${parent} ${grandparent}` : String(parent)
  } catch {
    return String(parent)
  }
}
