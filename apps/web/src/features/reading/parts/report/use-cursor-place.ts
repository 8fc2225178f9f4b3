import { useEffect, useEffectEvent, useRef } from 'react'
import type { HoldState } from '../../session/machine/state.ts'
import type { Editor } from '../editor/use-editor.ts'
import { isCovered, isInField } from '../keyboard/use-reading-keys.ts'

type Options = {
  hold: HoldState
  editor: Pick<Editor, 'focus' | 'goToBeginning'>
}

/**
 * Places the cursor when this window starts to write: where the writer left it in this text, otherwise in the findings. Focuses the text if the report has
 * the keyboard and nobody writes beside it. Returns the function to call when another text replaces this one.
 */
export function useCursorPlace({ hold, editor }: Options): () => void {
  /** True if the cursor is where the writer left it in this text. */
  const isPlaced = useRef(false)
  const place = useEffectEvent(() => {
    if (hold.is !== 'mine') return
    if (!isPlaced.current) editor.goToBeginning()
    isPlaced.current = true
    if (!isInField() && !isCovered()) editor.focus()
  })
  const heldSince = hold.is === 'mine' || hold.is === 'other' ? hold.since : ''
  useEffect(() => place(), [hold.is, heldSince])
  return () => {
    isPlaced.current = false
  }
}
