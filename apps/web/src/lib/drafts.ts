const prefix = 'readroom-draft'

/** Where a tab keeps what its user has written and not saved. */
export const draftKey = (userId: string, name: string) => `${prefix}:${userId}:${name}`

function forget(which: (key: string) => boolean): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix) && which(key)) sessionStorage.removeItem(key)
}

/** Whoever signs out leaves nothing of it behind. */
export const forgetDrafts = (): void => forget(() => true)

/** Whoever signs in finds nothing of somebody else. */
export const keepDraftsOf = (userId: string): void => forget((key) => !key.startsWith(draftKey(userId, '')))
