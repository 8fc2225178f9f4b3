import { act, cleanup, render, screen } from '@testing-library/react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { type ChangeAddress, useAddress } from './use-address.ts'

afterEach(cleanup)

test('a change that comes before the former one is rendered keeps both', () => {
  let change: ChangeAddress = () => {}
  function Page() {
    const [params, changeAddress] = useAddress()
    change = changeAddress
    return <p>{params.toString()}</p>
  }
  window.history.replaceState(null, '', '/audit?search=wrist')
  render(<RouterProvider router={createBrowserRouter([{ path: '*', Component: Page }])} />)
  const set = (name: string, value: string) =>
    change((current) => {
      current.set(name, value)
      return current
    })
  act(() => {
    set('search', 'ankle')
    set('kind', 'access')
  })
  expect(screen.getByText('search=ankle&kind=access')).toBeDefined()
  expect(window.location.search).toBe('?search=ankle&kind=access')
})
