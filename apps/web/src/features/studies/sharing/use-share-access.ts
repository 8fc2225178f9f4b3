import type { Output } from '@readroom/contracts/core/endpoint'
import type { sharingEndpoints } from '@readroom/contracts/studies/sharing'
import { useEffect, useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { accessShare } from './sharing.queries.ts'

export type ShareAccess = Output<typeof sharingEndpoints.access>
/** `status` is the status of the answer, or 0 without one. */
export type ShareFailure = { message: string; status: number; needsPin?: boolean }
type State = { access: ShareAccess } | { failure: ShareFailure } | null

const noToken: ShareFailure = { message: 'No share token provided.', status: 400 }
const noAnswer = 'Failed to access shared study. Please check your internet connection and try again.'

const toFailure = (error: unknown): ShareFailure => ({
  message: messageOf(error, noAnswer),
  status: error instanceof ApiError ? error.status : 0,
  needsPin: error instanceof ApiError && error.code === 'SHARE_PIN_NEEDED',
})

/** Returns the study behind a share link, or null until the server has answered. */
export function useShareAccess(token: string | undefined): State {
  const [state, setState] = useState<State>(null)
  useEffect(() => {
    if (!token) return
    const left = new AbortController()
    accessShare(token, left.signal).then(
      (access) => setState({ access }),
      (error: unknown) => left.signal.aborted || setState({ failure: toFailure(error) }),
    )
    return () => left.abort()
  }, [token])
  return token ? state : { failure: noToken }
}
