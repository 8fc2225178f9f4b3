import { defaultBindings, type ViewerBindings } from '@readroom/contracts/images/viewer-keys'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { notify } from '../../../../lib/notify.tsx'
import { putBackLookOf, rememberLookOf } from '../../requests/viewer-frame.ts'
import { isComing } from '../../session/machine/state.ts'
import type { ReadingStore } from '../../session/reading-store.ts'
import { createArrival } from './arrival.ts'
import { halfOf, type ReadingKey, readingKeyOf, writtenKey } from './reading-keys.ts'
import { hearKey, letterUse, type Run } from './typed-text.ts'

export type Commands = Partial<Record<ReadingKey, () => void>>

const overlays = '[role=dialog],[role=alertdialog],[role=menu]'

/** Returns true while a dialog or menu is open. It has the keys then. */
export const isCovered = (): boolean => document.querySelector(overlays) !== null

const fields = 'input,textarea,select'

/** Returns true while the focus is in a field beside the report, for example that of a question to the laboratory. */
export const isInField = (): boolean => document.activeElement?.matches(fields) ?? false

/** Returns true while the focus is in a field beside both halves of the page: its keys go there. */
export const isInFieldBeside = (): boolean => isInField() && !document.activeElement?.closest('[data-half]')

const writes = `${fields},[contenteditable=true]`

// Elements in a frame or in the second window belong to another window.
const matches = (target: EventTarget | null, selector: string): boolean =>
  target !== null && 'closest' in target && typeof target.closest === 'function' && target.closest(selector) !== null

/** Returns true if `?` asks for the list of keys, which it does outside text fields. */
const asksForKeys = ({ key, target }: KeyboardEvent) => key === '?' && target instanceof Element && !target.closest(writes)

const hasCommandKey = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => altKey || ctrlKey || metaKey

/** Returns the capital letter that a key types on the images: the beginning of a sentence. Null for other keys. */
function capitalOf(event: KeyboardEvent): string | null {
  const { key, shiftKey, repeat, isComposing, target } = event
  if (!shiftKey || repeat || isComposing || hasCommandKey(event) || matches(target, writes)) return null
  return /^\p{Lu}$/u.test(key) ? key : null
}

/** Says why a key of the images did nothing. */
const tellOwner = (name: ReadingKey) =>
  notify.info(`${writtenKey(name)} is a key of the images`, {
    description: `${isInFieldBeside() ? 'Another field' : 'The report'} has the keyboard. Press ${writtenKey('images')} first.`,
  })

/** Where the focus waits for the viewer, and a report that takes no keys. */
const rests = '[data-keyboard-rest],[role=textbox][contenteditable=false]'
const moves = ['Tab', 'Escape', 'Shift', 'CapsLock']
const presses = ['Enter', ' ']
const ownKeys = '[role=tablist],[role=toolbar],[role=radiogroup],[role=listbox]'

/** Returns true if nothing on the page is there for the key, because the focus was left behind by a press beside images and report. */
function isUnheard(event: KeyboardEvent): boolean {
  const { activeElement: at } = document
  if (hasCommandKey(event) || moves.includes(event.key)) return false
  if (!at || at === document.body || at.matches(rests)) return true
  return at.matches('button,a') && !presses.includes(event.key) && !at.closest(ownKeys)
}

/** The keys of the notice of the last signed report, which are about the study before (parts/signing/signed-notice.tsx). */
const isOfNotice = ({ altKey, code }: KeyboardEvent) => altKey && ['KeyR', 'KeyG', 'KeyX'].includes(code)

/** Gives a key that was pressed on the images to the page, which does not hear the keys of the viewer. */
function passToPage(event: KeyboardEvent): void {
  const { key, code, altKey, ctrlKey, shiftKey, metaKey, repeat } = event
  event.preventDefault()
  event.stopImmediatePropagation()
  window.dispatchEvent(new KeyboardEvent('keydown', { key, code, altKey, ctrlKey, shiftKey, metaKey, repeat }))
}

const corrections = ['Backspace', 'Delete', 'Enter']

/** Returns true if a key is for the report while this window is about to write it. What it would change comes only then, and the cursor with it. */
function isAwaited(store: ReadingStore, event: KeyboardEvent): boolean {
  const { draft, keyboard } = store.state()
  if (draft === null || !isComing(draft) || isCovered() || isInFieldBeside()) return false
  const name = readingKeyOf(event)
  if (name) return halfOf(name) === 'report'
  if (keyboard === 'images') return capitalOf(event) !== null
  return !hasCommandKey(event) && (event.key.length === 1 || corrections.includes(event.key))
}

/** Returns a handler that stops keys which were pressed for the study before, or too early, and says so. It returns true for such a key. */
function useArrival(store: ReadingStore, isOnScreen: boolean): (event: KeyboardEvent) => boolean {
  const [arrival] = useState(createArrival)
  const former = useRef(store)
  useLayoutEffect(() => {
    if (former.current !== store) arrival.leave()
    former.current = store
    if (isOnScreen) arrival.arrive(Date.now())
  }, [arrival, store, isOnScreen])
  const stop = useEffectEvent((event: KeyboardEvent): boolean => {
    const { version = null, ending = null } = store.state().draft ?? {}
    // The report is being signed, or signed and the page on its way to the next study. The page may not have drawn it yet.
    const isLeaving = version !== null || (ending?.request.what === 'sign' && !isCovered())
    const isTooEarly = isAwaited(store, event)
    if (isOfNotice(event) || !(isLeaving || arrival.isEarly(event, Date.now(), isTooEarly))) return false
    event.preventDefault()
    event.stopImmediatePropagation()
    const isTyped = event.key.length === 1 && !hasCommandKey(event)
    const description = isTooEarly
      ? 'They were pressed before the report could be written.'
      : 'They were pressed before this study was on screen.'
    if (isTyped || isTooEarly) notify.info('Your last keys did nothing', { id: 'early-keys', description })
    return true
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => void stop(event)
    // Before anything else on the page hears it.
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
  return (event) => stop(event)
}

/** Returns the time of the press in milliseconds. A busy page hears keys later, and with other pauses between them. */
const timeOf = ({ timeStamp, view }: KeyboardEvent) => (view ?? window).performance.timeOrigin + timeStamp

/** Returns a handler that stops the letters of somebody who types while the images have the keyboard, puts the picture back, and says so. */
function useTypedText(store: ReadingStore, bindings: ViewerBindings): (event: KeyboardEvent) => boolean {
  const run = useRef<Run | null>(null)
  return (event) => {
    // A label of a measurement is text of the viewer.
    if (event.isComposing || matches(event.target, writes)) return false
    const heard = hearKey(run.current, event, letterUse(event.key, bindings), timeOf(event))
    run.current = heard.run
    if (heard.is === 'begin') rememberLookOf(store.frame())
    if (heard.is === 'text') {
      putBackLookOf(store.frame())
      notify.warning('The images have the keyboard', {
        id: 'typed-text',
        description: `${writtenKey('images')} goes to the report.`,
      })
    }
    return heard.is === 'text' || heard.is === 'typed'
  }
}

/**
 * Handles the keys of the page, and gives the others to the half that has the keyboard. Returns a handler for keys pressed on the images. Ignores keys
 * while a dialog is open, and those that were pressed before the study was on screen.
 */
export function useReadingKeys(
  store: ReadingStore,
  isOnScreen: boolean,
  commands: Commands,
  bindings: ViewerBindings = defaultBindings,
): (event: KeyboardEvent) => void {
  const stopEarly = useArrival(store, isOnScreen)
  const isTyped = useTypedText(store, bindings)
  /** Returns true if the key was a command. */
  const heed = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.isComposing || isCovered()) return false
    const name = asksForKeys(event) ? 'showKeys' : readingKeyOf(event)
    const command = name && commands[name]
    if (!command) return false
    event.preventDefault()
    if (event.repeat) return true
    const isElsewhere = store.state().keyboard === 'report' || isInFieldBeside()
    if (halfOf(name) === 'images' && isElsewhere) tellOwner(name)
    else command()
    return true
  })
  /** Leads back to the report by the first letter of a sentence. */
  const heedCapital = useEffectEvent((event: KeyboardEvent): boolean => {
    const capital = capitalOf(event)
    if (capital === null || isCovered() || store.state().keyboard !== 'images' || !store.isMine()) return false
    event.preventDefault()
    store.giveKeyboard('report')
    store.report()?.type(capital)
    return true
  })
  const heedOwn = useEffectEvent((event: KeyboardEvent) => {
    if (heed(event) || event.defaultPrevented || isCovered() || !isUnheard(event)) return
    // The browser gives a key to what has the focus after this event.
    if (!heedCapital(event)) store.focusKeyboard()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => heedOwn(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return (event) => {
    if (stopEarly(event)) return
    if (isOfNotice(event)) return passToPage(event)
    const isOfImages = store.state().keyboard === 'images'
    const isTaken = heed(event) || (isOfImages && isTyped(event)) || heedCapital(event)
    if (!isTaken && isOfImages) return
    // The viewer must not get a key that is meant for the report.
    event.preventDefault()
    event.stopImmediatePropagation()
  }
}
