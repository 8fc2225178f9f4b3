import { cleanup } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, vi } from 'vitest'
import { sessionStore } from '../lib/session/session.ts'

/** Test files of one worker share its page. This leaves it to the next file as a new one. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  cleanup()
  toast.dismiss()
  sessionStore.clear()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
})
