import { useQuery } from '@tanstack/react-query'
import { studyTemplatesOptions } from '../reading-templates/reading-templates.queries.ts'
import { openingOptions } from './reading.queries.ts'

/**
 * Reads ahead what the next study's page begins with: it is neither opened nor held by that, and nothing of it is shown before it has been claimed.
 */
export function useNextRecord(nextId: string | null, windowId: string): void {
  const studyId = nextId ?? ''
  const { data: opening } = useQuery({ ...openingOptions(studyId, windowId, true), enabled: nextId !== null, retry: false })
  const isNew = opening?.draft === null && opening.kinds.includes('original')
  useQuery({ ...studyTemplatesOptions(studyId, 'original'), enabled: nextId !== null && isNew, retry: false })
}
