import type { User } from '@readroom/contracts/access/auth'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { sessionStore } from './session.ts'

export const someUser: User = {
  _id: '01890000-0000-7000-8000-000000000001',
  email: 'admin@readroom.example',
  role: 'admin',
  fullName: 'Helen Marsh',
  firstName: 'Helen',
  lastName: 'Marsh',
  doctorId: null,
  mustChangePassword: false,
  mustEnrol: false,
}

/** Signs a user in before each test of the file, and cleans up after it. */
export function signInEachTest(): void {
  beforeEach(() => sessionStore.start(someUser, 'token', '1h'))
  afterEach(() => {
    cleanup()
    sessionStore.clear()
    vi.unstubAllGlobals()
  })
}

/** Creates a separate storage for a test. */
export function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  }
}
