import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reasonOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loading } from '../ui/loading.tsx'

/** Returns the record of a linked dialog. If it can't be loaded, tells the user and calls `onMissing`. */
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

/** Stands in for a record's dialog until the record is loaded. */
export function LoadingDialog({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog title={title} width="max-w-[640px]" onClose={onClose}>
      <Loading className="min-h-72 justify-center px-5 py-4">Loading details...</Loading>
    </Dialog>
  )
}
