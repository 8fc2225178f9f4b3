import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { networkError } from '../api/api-error.ts'
import { Toaster } from '../notify.tsx'
import { useFailureToast } from './use-failure-toast.ts'

function Page({ first, second }: { first: Error | null; second: Error | null }) {
  useFailureToast(first, 'Failed to load TAT data')
  useFailureToast(second, 'Failed to load TAT data')
  return <Toaster />
}

const toasts = () => screen.queryAllByText('Failed to load TAT data')

it('shows a failure once, and nothing after the network is back', async () => {
  const { rerender } = render(<Page first={networkError()} second={networkError()} />)
  await waitFor(() => expect(toasts()).toHaveLength(1))
  rerender(<Page first={null} second={null} />)
  await waitFor(() => expect(toasts()).toHaveLength(0))
})
