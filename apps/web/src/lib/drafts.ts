const prefix = 'readroom-draft'

/** Returns the session storage key of a draft: text the user has typed but not saved. */
export const draftKey = (userId: string, name: string) => `${prefix}:${userId}:${name}`

function forget(which: (key: string) => boolean): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix) && which(key)) sessionStorage.removeItem(key)
}

/** Removes all drafts, for sign-out. */
export const forgetDrafts = (): void => forget(() => true)

/** Removes the drafts of every other user, for sign-in. */
export const keepDraftsOf = (userId: string): void => forget((key) => !key.startsWith(draftKey(userId, '')))
