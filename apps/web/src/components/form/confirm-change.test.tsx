import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import { Toaster } from '../../lib/notify.tsx'
import { ConfirmChange } from './confirm-change.tsx'

type Props = { read: () => Promise<string[]>; remove: (name: string) => Promise<string> }

function List({ read, remove }: Props) {
  const { data = [] } = useQuery({ queryKey: ['links'], queryFn: read })
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <>
      {data.map((name) => (
        <button type="button" key={name} onClick={() => setAsked(name)}>
          {name}
        </button>
      ))}
      {asked && (
        <ConfirmChange
          title="Revoke this link?"
          action="Revoke link"
          change={() => remove(asked)}
          done={(name) => `${name} is revoked`}
          failed="Failed to revoke the link"
          invalidates={[['links']]}
          onClose={() => setAsked(null)}
        >
          It stops working.
        </ConfirmChange>
      )}
      <Toaster />
    </>
  )
}

const show = (props: Props) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List {...props} />
    </QueryClientProvider>,
  )
async function revoke(name: string) {
  fireEvent.click(await screen.findByRole('button', { name }))
  fireEvent.click(screen.getByRole('button', { name: 'Revoke link' }))
}
afterEach(cleanup)

test('closes at once, and a second link can be revoked before the first answer', async () => {
  const answers = new Map<string, () => void>()
  const remove = (name: string) => new Promise<string>((resolve) => answers.set(name, () => resolve(name)))
  const read = vi.fn(async () => ['A', 'B'])
  show({ read, remove })
  await revoke('A')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await revoke('B')
  expect([...answers.keys()]).toEqual(['A', 'B'])
  answers.get('B')?.()
  await screen.findByText('B is revoked')
  answers.get('A')?.()
  await screen.findByText('A is revoked')
  await eventually(() => expect(read).toHaveBeenCalledTimes(3))
})

test('reads the list again after a refusal and shows its reason', async () => {
  const read = vi.fn(async () => ['A'])
  show({ read, remove: () => Promise.reject(new ApiError('CONFLICT', 409, 'Already revoked.')) })
  await revoke('A')
  await screen.findByText('Already revoked.')
  await eventually(() => expect(read).toHaveBeenCalledTimes(2))
})
