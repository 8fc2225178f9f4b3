import { useEffect, useEffectEvent, useRef } from 'react'
import type { HoldState } from '../saving/draft-state.ts'
import { isCovered, isInField } from '../use-reading-keys.ts'
import type { Editor } from './use-editor.ts'

type Options = {
  hold: HoldState
  editor: Pick<Editor, 'focus' | 'goToBeginning'>
  /** Returns true if the reader works in the images and the focus must stay there. */
  keepsFocus: () => boolean
}

/**
 * Focuses the text when this window starts to write, unless the reader works elsewhere. The cursor goes where the writer left it in this text, otherwise
 * to the findings. Returns the function to call when another text replaces this one.
 */
export function useCursorPlace({ hold, editor, keepsFocus }: Options): () => void {
  /** True if the cursor is where the writer left it in this text. */
  const isPlaced = useRef(false)
  const place = useEffectEvent(() => {
    if (hold.is !== 'mine' || keepsFocus() || isInField() || isCovered()) return
    if (isPlaced.current) editor.focus()
    else editor.goToBeginning()
    isPlaced.current = true
  })
  const heldSince = hold.is === 'mine' || hold.is === 'other' ? hold.since : ''
  useEffect(() => place(), [hold.is, heldSince])
  return () => {
    isPlaced.current = false
  }
}
