import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, vi } from 'vitest'
import { sessionStore } from '../lib/session/session.ts'

// As long as expect.poll waits.
configure({ asyncUtilTimeout: 45_000 })

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
