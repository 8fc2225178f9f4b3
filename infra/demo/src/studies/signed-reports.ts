import { randomUUID } from 'node:crypto'
import { readingEndpoints } from '@readroom/contracts/reading/reading'
import { confirmations } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { demoPassword } from '../accounts.ts'
import type { ApiSession } from '../api-client.ts'

/** A report's text by section. */
type Sections = { [id in 'technique' | 'findings' | 'impression' | 'addendum']?: string }

interface Written {
  studyId: string
  kind: ReportKind
  /** Of a correction. */
  reason?: string
  sections: Sections
}

const contentOf = (sections: Sections) => ({
  type: 'doc' as const,
  content: Object.entries(sections).map(([id, text]) => ({
    type: 'section',
    attrs: { id, origin: '' },
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })),
})

/** Writes a report in the portal, after a look at all series, and leaves it unsigned. Returns what signs it. */
export async function writeReport(doctor: ApiSession, { studyId, kind, reason = '', sections }: Written) {
  const [params, windowId] = [{ studyId }, randomUUID()]
  const { passwordNeeded, series } = await doctor.call(readingEndpoints.open, { params, query: { windowId } })
  const seriesInstanceUids = series.map(({ seriesInstanceUid }) => seriesInstanceUid)
  await doctor.call(readingEndpoints.displayed, { params, body: { seriesInstanceUids } })
  const { fence } = await doctor.call(readingEndpoints.hold, { params, body: { windowId } })
  const held = { windowId, fence }
  const draft = { ...held, revision: 0, kind, reason, content: contentOf(sections) }
  const { revision } = await doctor.call(readingEndpoints.save, { params, body: draft })
  return {
    leave: () => doctor.call(readingEndpoints.release, { params, body: held }),
    sign: () =>
      doctor.call(readingEndpoints.sign, {
        params,
        body: {
          ...held,
          revision,
          meaning: 'final',
          confirmed: confirmations,
          requestId: randomUUID(),
          ...(passwordNeeded && { password: demoPassword }),
        },
      }),
  }
}
