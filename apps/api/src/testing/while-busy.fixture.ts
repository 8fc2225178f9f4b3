import { hashesAtOnce, hashPassword, maxHashesWaiting } from '@readroom/domain/access/password-hashes'

/** Does work while as many passwords as possible wait for their check, so that every further one is turned away. */
export async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false
  const keepWaiting = async () => {
    while (!isOver) await hashPassword('a password of somebody else')
  }
  const waiting = Array.from({ length: hashesAtOnce + maxHashesWaiting }, keepWaiting)
  try {
    return await work()
  } finally {
    isOver = true
    await Promise.all(waiting)
  }
}
