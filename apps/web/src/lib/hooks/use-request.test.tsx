import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { networkError, reasonOf } from '../api/api-error.ts'
import { useRequest } from './use-request.ts'

type Props = { request: () => Promise<string>; leaves?: boolean }

function Form({ request, leaves = false }: Props) {
  const [said, setSaid] = useState('')
  const { start, isBusy } = useRequest({
    request,
    failed: (error) => reasonOf(error, 'Not opened'),
    onDone: setSaid,
    onFailure: setSaid,
    leaves,
  })
  return (
    <>
      <p>{said}</p>
      <button type="button" onClick={() => start()}>
        {isBusy ? 'Opening...' : 'Open'}
      </button>
    </>
  )
}

afterEach(cleanup)
const press = (name = 'Open') => fireEvent.click(screen.getByRole('button', { name }))
const pressAgain = async () => fireEvent.click(await screen.findByRole('button', { name: 'Open' }))

it('is busy from the press on and asks once, however often it is pressed', async () => {
  let finish: (answer: string) => void = () => {}
  const request = vi.fn(() => new Promise<string>((resolve) => (finish = resolve)))
  render(<Form request={request} />)
  press()
  press('Opening...')
  finish('Opened')
  await screen.findByText('Opened')
  expect(request).toHaveBeenCalledTimes(1)
  await pressAgain()
  expect(request).toHaveBeenCalledTimes(2)
})

it('words every failure with its own function, and can be pressed again', async () => {
  const request = vi.fn<() => Promise<string>>()
  request.mockRejectedValueOnce(networkError())
  request.mockRejectedValueOnce(new Error('broken'))
  render(<Form request={request} leaves />)
  press()
  await screen.findByText(/^Network error/)
  await pressAgain()
  await screen.findByText('Not opened')
})

it('stays busy after a success if the form goes away', async () => {
  const request = vi.fn(async () => 'Opened')
  render(<Form request={request} leaves />)
  press()
  await screen.findByText('Opened')
  press('Opening...')
  expect(request).toHaveBeenCalledTimes(1)
})
