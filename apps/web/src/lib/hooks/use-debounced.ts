import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Passes typed text to `onSettled` after a pause in typing. If the settled text changes from elsewhere (Back, a cleared filter), the typed text follows.
 * The third item of the result passes the text on at once.
 */
export function useDebouncedText(settled: string, pauseMs: number, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState({ text: settled, settled })
  if (typed.settled !== settled) setTyped({ text: typed.text.trim() === settled ? typed.text : settled, settled })
  const settle = () => {
    if (typed.text.trim() !== settled) onSettled(typed.text.trim())
  }
  const handOn = useEffectEvent(settle)
  useEffect(() => {
    if (typed.text.trim() === settled) return
    const timer = setTimeout(handOn, pauseMs)
    return () => clearTimeout(timer)
  }, [typed.text, settled, pauseMs])
  const setText = (text: string) => setTyped({ text, settled })
  return [typed.text, setText, settle] as const
}
