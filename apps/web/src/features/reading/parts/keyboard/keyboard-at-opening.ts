import type { KeyboardOwner } from '../../session/machine/events.ts'

const keyOf = (userId: string) => `readroom-keyboard-at-opening-${userId}`

/** Returns which half of the page gets the keyboard when this user opens a study. The images, unless the user has chosen the report. */
export const keyboardAtOpening = (userId: string): KeyboardOwner =>
  localStorage.getItem(keyOf(userId)) === 'report' ? 'report' : 'images'

/** Keeps the user's choice in this browser. Applies to the next study. */
export const setKeyboardAtOpening = (userId: string, owner: KeyboardOwner): void => localStorage.setItem(keyOf(userId), owner)
