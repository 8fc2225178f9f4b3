import { type FocusEvent, useState } from 'react'

/** Whether the pointer rests on an element, or the keyboard's focus is inside it; spread the handlers on it. */
export function useHeld() {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const handlers = {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  }
  return [hovered || focused, handlers] as const
}
