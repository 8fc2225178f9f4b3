import type { KeyboardEvent } from 'react'

/** Returns false if the submit button is disabled. Enter in a single-line field is blocked in the same way. */
const maySend = (form: HTMLFormElement) =>
  [...form.elements].every((part) => !(part instanceof HTMLButtonElement && part.type === 'submit' && part.disabled))

/** Submits the form on Ctrl+Enter or Cmd+Enter. In a multi-line field Enter alone adds a line. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  const { form } = event.currentTarget
  if (form && maySend(form)) form.requestSubmit()
}
