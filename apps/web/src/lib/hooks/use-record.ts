import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reasonOf } from '../api/api-error.ts'
import { notify } from '../notify.tsx'

/** The record that a linked dialog is about. Where it cannot be had, says so and gives up. */
export function useRecord<D, K extends QueryKey>(
  options: UseQueryOptions<D, Error, D, K>,
  failed: string,
  onMissing: () => void,
) {
  const { data, error, refetch } = useQuery(options)
  useEffect(() => {
    if (!error || data) return
    notify.error(failed, { description: reasonOf(error) })
    onMissing()
  }, [error, data, failed, onMissing])
  return { data, refetch }
}
