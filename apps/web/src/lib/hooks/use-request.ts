import { useRef, useState } from 'react'
import { messageOf } from '../api/api-error.ts'

export type RequestOptions<A, R> = {
  request: (input: A) => Promise<R>
  /** Shown for a failure that the server does not explain. A function words every failure. */
  failed: string | ((error: unknown) => string)
  onDone?: (result: R, input: A) => void
  onFailure: (message: string, error: unknown) => void
  /** After a failure too. The form stays busy until it resolves. */
  onEnd?: (isDone: boolean) => Promise<void> | void
  /** The form goes away after a success, and stays busy until then. */
  leaves?: boolean
}

/**
 * Asks the server for one thing at a time. A second press while the request is under way does nothing. For pages without a session, which don't load
 * the query cache. All others use `useChange`.
 */
export function useRequest<A = void, R = unknown>(options: RequestOptions<A, R>) {
  const { request, failed, onDone, onFailure, onEnd, leaves = false } = options
  const [isBusy, setBusy] = useState(false)
  /** Known before the next rendering, unlike the state. */
  const isUnderWay = useRef(false)

  async function run(input: A): Promise<void> {
    let isDone = false
    try {
      const result = await request(input)
      onDone?.(result, input)
      isDone = true
    } catch (error) {
      onFailure(typeof failed === 'string' ? messageOf(error, failed) : failed(error), error)
    }
    await onEnd?.(isDone)
    if (isDone && leaves) return
    isUnderWay.current = false
    setBusy(false)
  }
  return {
    isBusy,
    start(input: A): void {
      if (isUnderWay.current) return
      isUnderWay.current = true
      setBusy(true)
      void run(input)
    },
  }
}
