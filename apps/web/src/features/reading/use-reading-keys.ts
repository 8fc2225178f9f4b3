import { useEffect, useEffectEvent } from 'react'
import { type ReadingKey, readingKeyOf } from './reading-keys.ts'

export type Commands = Partial<Record<ReadingKey, () => void>>

const overlays = '[role=dialog],[role=alertdialog],[role=menu]'

/** Returns true while a dialog or menu is open. It has the keys then. */
export const isCovered = (): boolean => document.querySelector(overlays) !== null

/** Returns true while the focus is in a field beside the report, for example that of a question to the laboratory. */
export const isInField = (): boolean => document.activeElement?.matches('input,textarea,select') ?? false

const writes = 'input,textarea,select,[contenteditable=true]'

/** Returns true if `?` asks for the list of keys, which it does outside text fields. */
const asksForKeys = ({ key, target }: KeyboardEvent) => key === '?' && target instanceof Element && !target.closest(writes)

/** Handles the keys of the page. Calls `onOwnKey` before each. Returns a handler for keys pressed on the images. Ignores keys while a dialog is open. */
export function useReadingKeys(commands: Commands, onOwnKey: () => void): (event: KeyboardEvent) => void {
  const heed = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || isCovered()) return
    const name = asksForKeys(event) ? 'showKeys' : readingKeyOf(event)
    const command = name && commands[name]
    if (!command) return
    event.preventDefault()
    if (!event.repeat) command()
  })
  const heedOwn = useEffectEvent((event: KeyboardEvent) => {
    if (!isCovered()) onOwnKey()
    heed(event)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => heedOwn(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return (event) => heed(event)
}
