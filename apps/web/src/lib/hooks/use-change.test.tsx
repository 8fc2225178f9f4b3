import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, networkError } from '../api/api-error.ts'
import { Toaster } from '../notify.tsx'
import { useChange } from './use-change.ts'

type Props = { change: () => Promise<string>; read: () => Promise<string>; onFailure?: (message: string) => void }

function Page({ change, read, onFailure }: Props) {
  const { data } = useQuery({ queryKey: ['list'], queryFn: read })
  const { start, isBusy } = useChange({
    change,
    failed: 'The list could not be changed.',
    done: (name) => `Changed to ${name}`,
    invalidates: [['list']],
    ...(onFailure && { onFailure }),
  })
  return (
    <>
      <p>{data}</p>
      <button type="button" onClick={() => start()}>
        {isBusy ? 'Changing...' : 'Change'}
      </button>
      <Toaster />
    </>
  )
}

const show = (props: Props) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page {...props} />
    </QueryClientProvider>,
  )
afterEach(cleanup)

const press = (name = 'Change') => fireEvent.click(screen.getByRole('button', { name }))

it('does nothing for a second press, says what it did and reads again', async () => {
  let finish: (name: string) => void = () => {}
  const change = vi.fn(() => new Promise<string>((resolve) => (finish = resolve)))
  const read = vi.fn(async () => `read ${read.mock.calls.length}`)
  show({ change, read })
  await screen.findByText('read 1')
  press()
  press('Changing...')
  finish('B')
  await screen.findByText('Changed to B')
  await screen.findByText('read 2')
  await screen.findByRole('button', { name: 'Change' })
  expect(change).toHaveBeenCalledTimes(1)
})

it('shows a failure in the words of the server, or its own, and can be pressed again', async () => {
  const change = vi.fn<() => Promise<string>>()
  change.mockRejectedValueOnce(new ApiError('CONFLICT', 409, 'Another user has changed this.'))
  change.mockResolvedValueOnce('C')
  show({ change, read: async () => '' })
  press()
  await screen.findByText('Another user has changed this.')
  await screen.findByRole('button', { name: 'Change' })
  press()
  await screen.findByText('Changed to C')
})

it('can be pressed again after a failure while the network still answers nothing', async () => {
  const change = vi.fn<() => Promise<string>>()
  change.mockRejectedValueOnce(networkError())
  change.mockResolvedValueOnce('D')
  const read = vi.fn<() => Promise<string>>()
  read.mockResolvedValueOnce('read once')
  read.mockReturnValue(new Promise(() => {}))
  show({ change, read })
  await screen.findByText('read once')
  press()
  await screen.findByText('The list could not be changed.')
  await screen.findByRole('button', { name: 'Change' })
  press()
  await screen.findByText('Changed to D')
})

it('leaves the failure to the page that asks for it', async () => {
  const onFailure = vi.fn()
  show({ change: () => Promise.reject(networkError()), read: async () => '', onFailure })
  press()
  await waitFor(() => expect(onFailure).toHaveBeenCalledWith('The list could not be changed.', expect.anything()))
})
