import { useEffect, useState } from 'react'
import { draftKey } from '../drafts.ts'
import { useUser } from '../session/session.ts'

/** Keeps a text that is being typed in this tab, so that it is there when its form opens again. `clear` forgets it at once. */
export function useTypedText(name: string) {
  const { _id: userId } = useUser()
  const key = draftKey(userId, name)
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  }, [key, text])
  const clear = () => {
    // The form may be gone before the effect runs.
    sessionStorage.removeItem(key)
    setText('')
  }
  return { text, setText, clear, isBlank: text.trim() === '' }
}
