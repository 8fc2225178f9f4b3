import type { Endpoint } from '@readroom/contracts/core/endpoint'
import type { RequestInput } from './request.ts'

/** Refusals that say nothing about the change itself: it may have been made by an earlier request. */
const saysNothing = [401, 408, 429]

/**
 * Keeps the keys of changes whose answers were not heard. Sent again with the same content, a change has the same key, and the server makes it once;
 * after an answer, the same content is another change.
 */
export function createUnheardChanges() {
  const keys = new Map<string, string>()
  const nameOf = (endpoint: Endpoint, input: RequestInput, userId: string | undefined) =>
    JSON.stringify([userId, endpoint.method, endpoint.path, input])
  return {
    /** Returns the key of a change that is about to be sent. */
    keyOf(endpoint: Endpoint, input: RequestInput, userId: string | undefined): string {
      const name = nameOf(endpoint, input, userId)
      const key = keys.get(name) ?? crypto.randomUUID()
      keys.set(name, key)
      return key
    },
    /** Notes the status of an answer. */
    heard(endpoint: Endpoint, input: RequestInput, userId: string | undefined, status: number): void {
      if (status < 500 && !saysNothing.includes(status)) keys.delete(nameOf(endpoint, input, userId))
    },
  }
}
