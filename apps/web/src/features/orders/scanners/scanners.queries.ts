import { type ScannerFields, scannerEndpoints } from '@readroom/contracts/orders/scanners'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

const usualMs = 15_000
/** An administrator waits for the answer to a test. */
const runningMs = 1_000

/** A laboratory's scanners. They ask by themselves, so an open list is read again. */
export const scannersOptions = (labId: string) =>
  queryOptions({
    queryKey: ['scanners', labId],
    queryFn: ({ signal }) => api.call(scannerEndpoints.list, { params: { labId } }, { signal }).then(({ scanners }) => scanners),
    refetchInterval: ({ state: { data } }) => (data?.some(({ test }) => test?.isRunning) ? runningMs : usualMs),
    staleTime: 0,
  })

/** Changes a scanner's place and certificate. */
export const saveScanner = (labId: string, body: ScannerFields & { aeTitle: string; version: number }) =>
  api.call(scannerEndpoints.save, { params: { labId }, body })

/** Has the worker ask a scanner by C-ECHO. */
export const testScanner = (labId: string, aeTitle: string) =>
  api.call(scannerEndpoints.test, { params: { labId }, body: { aeTitle } })
