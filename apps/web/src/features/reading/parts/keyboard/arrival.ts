import { doublePressMs } from '../signing/double-press.ts'

/** Milliseconds after a study came on screen in which a key still counts as meant for the study before. */
export const arrivalMs = 400

type Key = Pick<KeyboardEvent, 'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey'>

const isText = ({ key, altKey, ctrlKey, metaKey }: Key) => key.length === 1 && !altKey && !ctrlKey && !metaKey

/**
 * Creates the arrival at each study of a list. Keys do nothing until the study was on screen for a moment, and those that were typed or held on from before
 * not even then: they were meant for the study that is gone (docs/decisions/reading/keyboard.md).
 */
export function createArrival() {
  /** When the study came on screen. Null before. */
  let since: number | null = Number.NEGATIVE_INFINITY
  /** When the last letter was typed on, and whether a key is held on. */
  let lastLetter = Number.NEGATIVE_INFINITY
  let isHeldOn = false

  return {
    /** The reader goes on to another study. */
    leave() {
      since = null
    },
    /** The study is on screen. */
    arrive(now: number) {
      since ??= now
    },
    /** Returns true if a key was pressed for the study before. `isAwaited`: it is for a report that cannot be written yet. */
    isEarly(event: Key, now: number, isAwaited = false): boolean {
      // Of all keys: a correction of letters that did nothing would delete others.
      const isTypedOn = now - lastLetter < doublePressMs
      const isEarly = isAwaited || since === null || now - since < arrivalMs || isTypedOn || (event.repeat && isHeldOn)
      isHeldOn = isEarly
      if (isEarly && isText(event)) lastLetter = now
      return isEarly
    },
  }
}
