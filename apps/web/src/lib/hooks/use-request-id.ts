import { useRef } from 'react'

/** The id of what is sent: the same for the same again, because an answer may have been lost, and another for anything else, or once it was `done`. */
export function useRequestId() {
  const last = useRef({ of: '', id: '' })
  return {
    of(content: object): string {
      const of = JSON.stringify(content)
      if (last.current.of !== of) last.current = { of, id: crypto.randomUUID() }
      return last.current.id
    },
    done() {
      last.current = { of: '', id: '' }
    },
  }
}
