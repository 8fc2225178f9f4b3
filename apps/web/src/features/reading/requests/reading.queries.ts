import { priorEndpoints } from '@readroom/contracts/images/priors'
import { type Annotations, annotationEndpoints } from '@readroom/contracts/reading/annotations'
import { type ImagePlace, keyImageEndpoints } from '@readroom/contracts/reading/key-images'
import { readingEndpoints, type SkipReason } from '@readroom/contracts/reading/reading'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '../../../lib/api/api.ts'
import type { CallOptions } from '../../../lib/api/api-client.ts'
import { studyTemplatesOptions } from './reading-templates.queries.ts'

export type Opening = z.output<typeof readingEndpoints.open.response>

const othersEveryMs = 10_000
/** A live message that was lost delays a page by no more than this. */
const alwaysEveryMs = 5 * 60_000
/** How long a window waits for an answer about its text or its hold, before it says so and sends again. */
const deadlineMs = 15_000

/** The openings of all studies. */
export const openingsKey = ['reading', 'opening'] as const
export const openingKey = (studyId: string) => [...openingsKey, studyId] as const

const open = (studyId: string, windowId: string, options: CallOptions) =>
  api.call(readingEndpoints.open, { params: { studyId }, query: { windowId } }, options)

/**
 * Returns the query options for the data for opening a study on the reading page. `isAhead` is true for a study that is not shown yet. Data of a study
 * that was left is dropped. Taking the hold tells whether the draft is the newest.
 */
export const openingOptions = (studyId: string, windowId: string, isAhead = false) =>
  queryOptions({
    queryKey: openingKey(studyId),
    queryFn: ({ client }) => {
      const background = isAhead || client.getQueryData(openingKey(studyId)) !== undefined
      return open(studyId, windowId, { background })
    },
    gcTime: 0,
    staleTime: 0,
    // No message announces that another writer saved, so this polls.
    refetchInterval: ({ state: { data } }) => (data?.hold && !data.hold.isThisWindow ? othersEveryMs : alwaysEveryMs),
  })

/** Loads the next study's data ahead. This neither opens nor holds the study, and nothing is shown before the study is claimed. */
export function useNextRecord(nextId: string | null, windowId: string): void {
  const studyId = nextId ?? ''
  const { data: opening } = useQuery({ ...openingOptions(studyId, windowId, true), enabled: nextId !== null, retry: false })
  const isNew = opening?.draft === null && opening.kinds.includes('original')
  useQuery({ ...studyTemplatesOptions(studyId, 'original'), enabled: nextId !== null && isNew, retry: false })
}

export const priorsOptions = (studyId: string) =>
  queryOptions({
    queryKey: ['reading', 'priors', studyId],
    queryFn: async ({ signal }) => (await api.call(priorEndpoints.list, { params: { studyId } }, { signal })).priors,
  })

/** Returns the key to the user's own unsaved text of a study, which they may not have any more. */
export const readLocalKey = async (studyId: string): Promise<string> =>
  (await api.call(readingEndpoints.localKey, { query: { studyId } })).localKey

/** Returns the query options for the studies that the reader has put aside. */
export const asidesOptions = () =>
  queryOptions({
    queryKey: ['reading', 'asides'],
    queryFn: async ({ signal }) => (await api.call(readingEndpoints.asides, {}, { signal, background: true })).studies,
  })

/** Returns the query options for the signed versions of a study or prior. */
export const versionsOptions = (studyId: string) =>
  queryOptions({
    queryKey: ['reading', 'versions', studyId],
    queryFn: ({ signal }) => api.call(readingEndpoints.versions, { params: { studyId } }, { signal }),
  })

type BodyOf<E extends 'save' | 'putAway' | 'discard' | 'sign'> = Omit<z.input<(typeof readingEndpoints)[E]['body']>, 'windowId'>

/** Returns the calls of a window that goes through a list. */
export function roundCallsOf(studyId: string, windowId: string) {
  const params = { studyId }
  return {
    images: (body: { priorId: string | null; nextId: string | null }) =>
      api.call(readingEndpoints.images, { params, body: { windowId, ...body } }, { background: true, deadlineMs }),
    displayed: (body: z.input<typeof readingEndpoints.displayed.body>) =>
      api.call(readingEndpoints.displayed, { params, body }, { background: true, keepalive: true }),
    putAside: () => api.call(readingEndpoints.putAside, { params, body: {} }),
    takeUp: () => api.call(readingEndpoints.takeUp, { params, body: {} }),
    skip: (body: { reason: SkipReason; note: string }) => api.call(readingEndpoints.skip, { params, body }),
  }
}

export type RoundCalls = ReturnType<typeof roundCallsOf>

/** `studyInstanceUid` is the study of the image in the picture. */
type TakenImage = ImagePlace & { studyInstanceUid: string; picture: File }

/** Returns the calls of a window that writes a study's report. */
export function callsOf(studyId: string, windowId: string) {
  const params = { studyId }
  return {
    open: () => open(studyId, windowId, { background: true, deadlineMs }),
    hold: (takeOver: boolean) =>
      api.call(readingEndpoints.hold, { params, body: { windowId, takeOver } }, { background: !takeOver, deadlineMs }),
    ask: () => api.call(readingEndpoints.ask, { params, body: { windowId } }, { deadlineMs }),
    release: (fence: number) => api.call(readingEndpoints.release, { params, body: { windowId, fence } }, { keepalive: true }),
    save: (body: BodyOf<'save'>, keepalive: boolean) =>
      api.call(readingEndpoints.save, { params, body: { windowId, ...body } }, { keepalive, deadlineMs }),
    addKeyImage: ({ picture, ...place }: TakenImage, { fence }: { fence: number }) => {
      const said = Object.entries({ windowId, fence, ...place }).map(([name, value]) => [name, String(value ?? '')])
      return api.upload(keyImageEndpoints.add, { params }, { file: picture, fields: Object.fromEntries(said) })
    },
    arrangeKeyImages: (body: Omit<z.input<typeof keyImageEndpoints.arrange.body>, 'windowId'>) =>
      api.call(keyImageEndpoints.arrange, { params, body: { windowId, ...body } }, { keepalive: true }),
    keepAnnotations: (body: { fence: number; annotations: Annotations }) =>
      api.call(annotationEndpoints.keep, { params, body: { windowId, ...body } }, { background: true, deadlineMs }),
    putAway: (body: BodyOf<'putAway'>) => api.call(readingEndpoints.putAway, { params, body: { windowId, ...body } }),
    discard: (body: BodyOf<'discard'>) => api.call(readingEndpoints.discard, { params, body: { windowId, ...body } }),
    sign: (body: BodyOf<'sign'>) => api.call(readingEndpoints.sign, { params, body: { windowId, ...body } }),
  }
}

export type ReadingCalls = ReturnType<typeof callsOf>
