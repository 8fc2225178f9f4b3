import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, vi } from 'vitest'
import { sessionStore } from '../lib/session/session.ts'

// As long as expect.poll waits.
configure({ asyncUtilTimeout: 45_000 })

/** Resets the page for the next test file, because the files of one worker share it. */
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
