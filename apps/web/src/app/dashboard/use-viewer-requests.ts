import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import { viewerBindingsOptions } from '../../features/images/controls/viewer-bindings.queries.ts'
import { findCachedRowByUid } from '../../lib/studies/study-cache.ts'

const Said = z.discriminatedUnion('type', [
  z.object({ type: z.literal('viewer') }),
  z.object({ type: z.literal('patient'), studyInstanceUID: z.string() }),
])

/** Responds to the viewers open in this browser, and opens the patient when a viewer asks for one (apps/viewer/src/app-config.js). */
export function useViewerRequests(openPatient: (studyId: string) => void) {
  const client = useQueryClient()
  const heed = useEffectEvent((data: unknown, channel: BroadcastChannel) => {
    const said = Said.safeParse(data).data
    if (said?.type === 'viewer') {
      channel.postMessage({ type: 'worklist' })
      // Without them the viewer has the keys of the first set.
      client
        .ensureQueryData(viewerBindingsOptions)
        .then((bindings) => channel.postMessage({ type: 'worklist', bindings }))
        .catch(() => undefined)
    }
    const row = said?.type === 'patient' ? findCachedRowByUid(client, said.studyInstanceUID) : undefined
    if (row) openPatient(row._id)
  })
  useEffect(() => {
    const channel = new BroadcastChannel('readroom-viewer')
    channel.onmessage = ({ data }) => heed(data, channel)
    return () => channel.close()
  }, [])
}
