import { type FocusEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useReadingStore } from '../../session/reading-store.ts'

/**
 * Returns the handlers that give the report the keyboard: a press in it, or Tab into its text. A focus that comes by itself, for example when a dialog
 * closes, is no choice of the reader.
 */
export function useReportKeyboard() {
  const store = useReadingStore()
  const isTab = useRef(false)
  useEffect(() => {
    const listener = ({ key }: KeyboardEvent) => {
      isTab.current = key === 'Tab'
    }
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
  return {
    onPointerDownCapture({ currentTarget, target }: PointerEvent) {
      // Not a press in a dialog of the report.
      if (target instanceof Node && currentTarget.contains(target)) store.takeKeyboard('report')
    },
    onFocusCapture({ currentTarget, target }: FocusEvent) {
      if (!currentTarget.contains(target)) return
      const isText = target.matches('[role=textbox]')
      if (target.matches('input,textarea') || (isText && isTab.current)) store.takeKeyboard('report')
    },
  }
}
