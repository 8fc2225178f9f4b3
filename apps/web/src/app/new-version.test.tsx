import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookForNewVersion } from '../lib/new-version.ts'
import { Toaster } from '../lib/notify.tsx'
import { NewVersion } from './new-version.tsx'

const indexOf = (script: string) => `<!doctype html><script type="module" src="/assets/${script}"></script>`

/** A page of a build, and a server that has another one. Returns what the page asked the server for. */
function open(script: string, served: string) {
  document.head.innerHTML = indexOf(script)
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    asked.push(init?.method ?? 'GET')
    return new Response(init?.method === 'HEAD' ? null : served, { status: init?.method === 'HEAD' ? 503 : 200 })
  })
  render(
    <MemoryRouter>
      <NewVersion />
      <Toaster />
    </MemoryRouter>,
  )
  return asked
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.head.innerHTML = ''
  window.history.pushState(null, '', '/')
})

test('a server that has the same page has no newer version', async () => {
  const asked = open('index-1.js', indexOf('index-1.js'))
  await lookForNewVersion()
  expect(asked).toEqual(['GET'])
})

test('offers a newer version in the reading room and in a field, and loads it by itself on other pages', async () => {
  window.history.pushState(null, '', '/reading/1')
  const asked = open('index-1.js', indexOf('index-2.js'))
  vi.advanceTimersByTime(60_000)
  await lookForNewVersion()
  await screen.findByText('A new version of Readroom is here.')
  expect(asked).toEqual(['GET'])
  cleanup()
  window.history.pushState(null, '', '/dashboard')
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  expect(open('index-1.js', indexOf('index-2.js'))).toEqual([])
  await screen.findByText('A new version of Readroom is here.')
  cleanup()
  field.remove()
  open('index-1.js', indexOf('index-2.js'))
  await waitFor(() => expect(fetch).toHaveBeenCalledWith(window.location.href, expect.objectContaining({ method: 'HEAD' })))
})
