const prefix = 'readroom-draft'

/** Where a tab keeps what its user has written and not saved. */
export const draftKey = (userId: string, name: string) => `${prefix}:${userId}:${name}`

/** Whoever signs out leaves nothing of it behind. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}
