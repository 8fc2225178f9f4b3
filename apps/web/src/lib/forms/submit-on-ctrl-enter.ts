import type { KeyboardEvent } from 'react'

/** As Enter does elsewhere: a form whose button is disabled is not sent. */
const maySend = (form: HTMLFormElement) =>
  [...form.elements].every((part) => !(part instanceof HTMLButtonElement && part.type === 'submit' && part.disabled))

/** In a text of several lines Enter is a line of it; with Ctrl, or Cmd, it sends the form. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  const { form } = event.currentTarget
  if (form && maySend(form)) form.requestSubmit()
}
