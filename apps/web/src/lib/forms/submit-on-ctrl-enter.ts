import type { KeyboardEvent } from 'react'

/** In a text of several lines Enter is a line of it; with Ctrl, or Cmd, it sends the form. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
